import type { ByteLease } from './byte-budget.ts'

/** The bytes of a body as they arrive. */
export interface BodyBuffer {
  /** Copies them. Otherwise than `open` they are not taken. */
  append(chunk: Uint8Array): ReturnType<ByteLease['resize']>
  /** What has arrived, in a buffer of its own, since pooled ones cannot move to a thread. */
  take(): Uint8Array<ArrayBuffer>
}

const FIRST_BYTES = 4_096

/**
 * One buffer that doubles, and a lease of what it holds: kept one by one, the chunks of five bodies that came in single bytes took 4.6 GB. The length that a client has
 * announced only keeps the buffer from growing past it.
 */
export function createBodyBuffer(lease: ByteLease, most: number): BodyBuffer {
  let buffer = new Uint8Array(0)
  let length = 0

  function grow(needed: number): ReturnType<ByteLease['resize']> {
    const roomy = Math.max(needed, Math.min(most, Math.max(FIRST_BYTES, 2 * buffer.length)))
    // Where there is no room to spare, what is needed may still fit.
    const capacity = lease.resize(roomy) === 'open' ? roomy : needed
    const admission = lease.resize(capacity)
    if (admission !== 'open') return admission
    const grown = new Uint8Array(capacity)
    grown.set(buffer.subarray(0, length))
    buffer = grown
    return admission
  }

  return {
    append(chunk) {
      const needed = length + chunk.length
      const admission = needed > buffer.length ? grow(needed) : 'open'
      if (admission !== 'open') return admission
      buffer.set(chunk, length)
      length = needed
      return admission
    },
    take: () => buffer.subarray(0, length),
  }
}
