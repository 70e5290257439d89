import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import { connectionOf, type HttpContext } from '../callers/http-env.ts'
import type { Metrics } from './metrics.ts'

/** This machine, private networks, and link-local addresses. */
const PRIVATE = new BlockList()
PRIVATE.addSubnet('127.0.0.0', 8)
PRIVATE.addSubnet('10.0.0.0', 8)
PRIVATE.addSubnet('172.16.0.0', 12)
PRIVATE.addSubnet('192.168.0.0', 16)
PRIVATE.addSubnet('169.254.0.0', 16)
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/** Headers of proxies. Behind a proxy every client has a private address. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * `GET /metrics`. With a configured token, the token is required; otherwise a direct connection from a private address. `undefined` for others, who
 * get 404.
 */
export async function answerMetrics(
  c: HttpContext,
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  token: string | undefined,
): Promise<Response | undefined> {
  const isOpen = token === undefined ? isDirect(c) : isSame(c.req.header('authorization') ?? '', `Bearer ${token}`)
  return isOpen ? new Response(await metrics.text(), { headers: { 'Content-Type': metrics.contentType } }) : undefined
}

function isDirect(c: HttpContext): boolean {
  const address = connectionOf(c)
    .incoming?.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '')
    .split('%', 1)[0]
  return (
    address !== undefined && FORWARDED.every((name) => c.req.header(name) === undefined) && PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  )
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one, other)
}
