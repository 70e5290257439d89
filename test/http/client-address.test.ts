import { describe, expect, it } from 'vitest'
import { clientAddress } from '../../adapters/http/connections/client-address.ts'

const cases = [
  { name: 'the socket without proxies', socket: '1.2.3.4', header: '9.9.9.9', hops: 0, address: '1.2.3.4' },
  { name: 'the last entry behind one proxy', socket: '10.0.0.1', header: '9.9.9.9, 1.2.3.4', hops: 1, address: '1.2.3.4' },
  { name: 'the second last entry behind two', socket: '10.0.0.1', header: '9.9.9.9, 1.2.3.4, 10.0.0.2', hops: 2, address: '1.2.3.4' },
  { name: 'the first entry when there are fewer than proxies', socket: '10.0.0.1', header: '1.2.3.4', hops: 3, address: '1.2.3.4' },
  { name: 'the socket when the proxy sent no header', socket: '10.0.0.1', header: undefined, hops: 1, address: '10.0.0.1' },
  { name: 'the nearest known hop when an entry is no address', socket: '10.0.0.1', header: '9.9.9.9, unknown', hops: 1, address: '10.0.0.1' },
  { name: 'no entry left of one that is no address', socket: '10.0.0.1', header: '9.9.9.9, unknown, 10.0.0.2', hops: 3, address: '10.0.0.2' },
  { name: 'an entry without its port', socket: '10.0.0.1', header: '1.2.3.4:5678', hops: 1, address: '1.2.3.4' },
  { name: 'an IPv6 entry without brackets and port', socket: '10.0.0.1', header: '[2001:db8::1]:443', hops: 1, address: '2001:db8:0:0::/64' },
  { name: 'IPv6 by its /64', socket: '2001:db8:1:2:3:4:5:6', header: undefined, hops: 0, address: '2001:db8:1:2::/64' },
  { name: 'IPv6 in any spelling', socket: '2001:0DB8:0001:0002::', header: undefined, hops: 0, address: '2001:db8:1:2::/64' },
  { name: 'IPv4 mapped into IPv6', socket: '::ffff:1.2.3.4', header: undefined, hops: 0, address: '1.2.3.4' },
  { name: 'IPv4 mapped in hexadecimal', socket: '::ffff:102:304', header: undefined, hops: 0, address: '1.2.3.4' },
  { name: 'a link-local address without its zone', socket: 'fe80::1%eth0', header: undefined, hops: 0, address: 'fe80:0:0:0::/64' },
  { name: 'one quota for all whose address is not known', socket: undefined, header: undefined, hops: 0, address: 'unknown' },
]

describe('clientAddress', () => {
  it.each(cases)('is $name', ({ socket, header, hops, address }) => {
    expect(clientAddress(socket, header, hops)).toBe(address)
  })
})
