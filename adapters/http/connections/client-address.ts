import { isIP } from 'node:net'

/** Callers with an unknown address share one quota. */
const UNKNOWN_ADDRESS = 'unknown'

/**
 * The address that a quota counts: IPv4 unchanged, IPv6 by its /64, which one customer usually has. With `trustedHops` proxies, it is the entry of
 * `X-Forwarded-For` that the outermost proxy wrote. Entries further left come from the client. No other header is read.
 */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | undefined, trustedHops: number): string {
  const hops = trustedHops > 0 && forwardedFor ? forwardedFor.split(',') : []
  const trusted = hops.slice(-trustedHops).map(toQuotaAddress)
  // Trusted proxies write addresses. If one did not, the nearest known hop is used, never an entry further left.
  const known = [...trusted, toQuotaAddress(socketAddress ?? '')]
  const lastUnknown = known.slice(0, -1).lastIndexOf(undefined)
  return known[lastUnknown + 1] ?? UNKNOWN_ADDRESS
}

/** `undefined` if the text is no address. Accepts ports (`1.2.3.4:5`, `[::1]:5`) and zones (`fe80::1%eth0`). */
function toQuotaAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .split('%', 1)[0]
  if (isIP(bare) === 4) return bare
  if (isIP(bare) !== 6) return undefined
  const groups = expandIpv6(bare)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return toIpv4(groups[6] ?? 0, groups[7] ?? 0)
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight numbers of a valid address. */
function expandIpv6(address: string): readonly number[] {
  const hex = address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, a, b, c, d) => `${toGroup(a, b)}:${toGroup(c, d)}`)
  const [left = '', right] = hex.split('::')
  const head = readGroups(left)
  const tail = readGroups(right ?? '')
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}

function readGroups(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

function toGroup(high: string, low: string): string {
  return (Number(high) * 256 + Number(low)).toString(16)
}

function toIpv4(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
