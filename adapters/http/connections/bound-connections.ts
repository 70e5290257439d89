import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientAddress } from './client-address.ts'

/** How many connections may be open. */
export interface ConnectionBounds {
  readonly most: number
  readonly mostPerAddress: number
}

/**
 * Bounds the connections of each address and of all. When an address has as many as it may, the longest idle one of its own makes room; when all are taken, that of
 * whoever has most. Idle is a connection on which no request is being served. Where none is, the new one is closed, before whoever listened for connections until now
 * hears of it: two thousand clients that come again at once when they are closed kept the service busy with making parsers for them.
 */
export function boundConnections(server: Server, { most, mostPerAddress }: ConnectionBounds): void {
  /** Of each address the connections, with the requests that are served on each. Those that became idle last stand last. */
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
