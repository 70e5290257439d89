import type { ByteLease } from './byte-budget.ts'

/** The bytes of a body as they arrive. */
export interface BodyBuffer {
  /** Copies them. Otherwise than `open` they are not taken. */
  append(chunk: Uint8Array): ReturnType<ByteLease['resize']>
  /** What has arrived, in a buffer of its own, since pooled ones cannot move to a thread. */
  take(): Uint8Array<ArrayBuffer>
  /** Gives the memory back at once, and not when the next collection comes. Nothing after `take`. */
  drop(): void
}

/** What a buffer may grow to, and what it is told of that. */
export interface BodyBufferOptions {
  readonly lease: ByteLease
  /** Bytes. Address space is reserved for so many, and no memory. */
  readonly most: number
  /** Bytes that the client says it sends. They only keep the buffer from growing past them. */
  readonly announced: number | undefined
}

const FIRST_BYTES = 4_096

/**
 * One buffer that doubles, and a lease of what it holds: kept one by one, the chunks of five bodies that came in single bytes took 4.6 GB. It grows in its place, so that growing
 * leaves nothing behind: copies took as much again until they were collected.
 */
export function createBodyBuffer({ lease, most, announced }: BodyBufferOptions): BodyBuffer {
  const buffer = new ArrayBuffer(0, { maxByteLength: most })
  const bytes = new Uint8Array(buffer)
  let length = 0
  let isTaken = false

  function grow(needed: number): ReturnType<ByteLease['resize']> {
    const roomy = Math.max(needed, Math.min(announced ?? most, Math.max(FIRST_BYTES, 2 * buffer.byteLength)))
    // Where there is no room to spare, what is needed may still fit.
    const capacity = lease.resize(roomy) === 'open' ? roomy : needed
    const admission = lease.resize(capacity)
    if (admission === 'open') buffer.resize(capacity)
    return admission
  }

  return {
    append(chunk) {
      const needed = length + chunk.length
      const admission = needed > buffer.byteLength ? grow(needed) : 'open'
      if (admission !== 'open') return admission
      bytes.set(chunk, length)
      length = needed
      return admission
    },
    take() {
      isTaken = true
      return new Uint8Array(buffer, 0, length)
    },
    drop() {
      if (!isTaken) buffer.resize(0)
    },
  }
}
