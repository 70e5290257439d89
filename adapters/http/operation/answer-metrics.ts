import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import { connectionOf, type HttpContext } from '../callers/http-env.ts'
import type { Metrics } from './metrics.ts'

/** Addresses that no stranger comes from: this machine, private networks, and those that are local to a link. */
const PRIVATE = new BlockList()
PRIVATE.addSubnet('127.0.0.0', 8)
PRIVATE.addSubnet('10.0.0.0', 8)
PRIVATE.addSubnet('172.16.0.0', 12)
PRIVATE.addSubnet('192.168.0.0', 16)
PRIVATE.addSubnet('169.254.0.0', 16)
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/** Headers of proxies, behind which everybody has a private address. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * `GET /metrics`. With a token for those that know it; without one for connections that come directly from a private address. `undefined` for others: they are told that there is nothing here.
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

/** In a time that tells nothing of the token. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one, other)
}
