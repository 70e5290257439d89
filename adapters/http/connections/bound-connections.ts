import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientAddress } from './client-address.ts'

/** Maximum numbers of open connections. */
export interface ConnectionBounds {
  readonly most: number
  readonly mostPerAddress: number
}

/**
 * Limits the connections of each address and in total. If an address is at its limit, its connection that has been idle longest is closed. If the
 * total is reached, one of the address with most connections is closed. A connection without a running request is idle. If there is none, the new
 * connection is closed before the previous listeners see it: two thousand clients that reconnected immediately kept the service busy with creating
 * parsers.
 */
export function boundConnections(server: Server, { most, mostPerAddress }: ConnectionBounds): void {
  /** The connections of each address, with their number of running requests. The most recently idle are last. */
  const holders = new Map<string, Map<Socket, number>>()
  let open = 0
  const listeners = server.rawListeners('connection')

  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket)
    if (!makeRoom(address)) return void socket.destroy()
    holdersOf(address).set(socket, 0)
    open += 1
    socket.once('close', () => forget(address, socket))
    for (const listener of listeners) listener.call(server, socket)
  })
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
      const sockets = holders.get(addressOf(socket))
      count(sockets, socket, 1)
      outgoing.once('close', () => count(sockets, socket, -1))
    })
  }

  function makeRoom(address: string): boolean {
    const own = holders.get(address)
    if (own !== undefined && own.size >= mostPerAddress && !closeIdle(address)) return false
    if (open < most) return true
    const byHoldings = [...holders].toSorted(([, one], [, other]) => other.size - one.size)
    return byHoldings.some(([holder, sockets]) => sockets.size >= (own?.size ?? 0) && closeIdle(holder))
  }

  function closeIdle(address: string): boolean {
    for (const [socket, requests] of holders.get(address) ?? []) {
      if (requests > 0) continue
      socket.destroy()
      forget(address, socket)
      return true
    }
    return false
  }

  function holdersOf(address: string): Map<Socket, number> {
    const known = holders.get(address) ?? new Map<Socket, number>()
    holders.set(address, known)
    return known
  }

  function forget(address: string, socket: Socket): void {
    const sockets = holders.get(address)
    if (sockets?.delete(socket) !== true) return
    open -= 1
    if (sockets.size === 0) holders.delete(address)
  }
}

function count(sockets: Map<Socket, number> | undefined, socket: Socket, change: number): void {
  const requests = sockets?.get(socket)
  if (sockets === undefined || requests === undefined) return
  sockets.delete(socket)
  sockets.set(socket, requests + change)
}

/** IPv6 by its /64, as everywhere. */
function addressOf(socket: Socket): string {
  return clientAddress(socket.remoteAddress, undefined, 0)
}
