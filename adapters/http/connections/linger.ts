import type { IncomingMessage } from 'node:http'
import { createChunkCount } from '../body/chunk-count.ts'
import { clientAddress } from './client-address.ts'

/** What a client may go on sending after it was refused. */
interface Allowance {
  readonly bytes: number
  readonly milliseconds: number
}

/** Enough for the rest of most bodies, and for what is on its way from who stops when it is answered. */
const USUAL: Allowance = { bytes: 256 * 1024, milliseconds: 1_000 }
/** Many clients read no answer before they have sent all. One connection of each address may do so: a second one shows that more would come. */
const FIRST: Allowance = { bytes: 16 * 1024 * 1024, milliseconds: 5_000 }
/** From when nothing more is read to when the connection is closed. A reset overtakes what its client has not read yet. */
const PARTING_MS = 200

/** Reads and drops what follows a refused request, within bounds, and then closes the connection. Of an abandoned body nothing is read. */
export type Linger = (incoming: IncomingMessage, isAbandoned: boolean) => void

/** Dropping costs the event loop what reading costs it: twenty refused clients that went on sending made everybody wait for seconds. */
export function createLingering(): Linger {
  const firsts = new Set<string>()

  return (incoming, isAbandoned) => {
    const { socket } = incoming
    if (isAbandoned || incoming.destroyed) return part(incoming)
    const address = clientAddress(socket.remoteAddress, undefined, 0)
    const isFirst = !firsts.has(address)
    firsts.add(address)
    const { bytes, milliseconds } = isFirst ? FIRST : USUAL
    const mostBytes = socket.bytesRead + bytes
    const pieces = createChunkCount()
    const timer = setTimeout(() => part(incoming), milliseconds)
    const settle = (): void => {
      clearTimeout(timer)
      socket.off('close', settle)
      if (isFirst) firsts.delete(address)
    }
    incoming.on('data', (chunk: Uint8Array) => (pieces.add(chunk) && socket.bytesRead <= mostBytes) || part(incoming))
    incoming.once('end', settle)
    // The request hears no more of its connection once it is answered.
    socket.once('close', settle)
    incoming.resume()
  }
}

function part(incoming: IncomingMessage): void {
  const { socket } = incoming
  incoming.pause()
  // A request that is paused is read on until its buffer is full: sixteen thousand chunks of a byte.
  socket.pause()
  socket.end()
  setTimeout(() => socket.destroy(), PARTING_MS).unref()
}
