import type { IncomingMessage } from 'node:http'
import { createChunkCount } from '../body/chunk-count.ts'
import { clientAddress } from './client-address.ts'

/** The data that a refused client may still send. */
interface Allowance {
  readonly bytes: number
  readonly milliseconds: number
}

/** Enough for the rest of most bodies, and for data that is in transit. */
const USUAL: Allowance = { bytes: 256 * 1024, milliseconds: 1_000 }
/** Many clients read the answer only after sending everything. One connection of each address may do so; a second connection suggests an attack. */
const FIRST: Allowance = { bytes: 16 * 1024 * 1024, milliseconds: 5_000 }
/** Time between the last read and the close. A reset discards data that the client has not read yet. */
const PARTING_MS = 200

/** Reads and discards the data after a refused request, within limits, and then closes the connection. An abandoned body is not read. */
export type Linger = (incoming: IncomingMessage, isAbandoned: boolean) => void

/** Discarding costs as much as reading: twenty refused clients that continued to send delayed all others for seconds. */
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
