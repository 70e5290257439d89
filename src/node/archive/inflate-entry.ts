import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import type { ArchiveEntry } from './archive-entry.ts'

/** The bytes of a file, or the mistake in its entry. */
export type Inflated = { readonly content: Uint8Array } | { readonly fault: string }

/** Inflates an entry up to its stated size. */
export function inflateEntry({ bytes, size, isDeflated, crc32: sum }: ArchiveEntry): Inflated {
  let content: Uint8Array
  try {
    content = isDeflated ? inflateRawSync(bytes, { maxOutputLength: size + 1, chunkSize: Math.max(constants.Z_MIN_CHUNK, size + 1) }) : bytes
  } catch (error) {
    const isLonger = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return { fault: isLonger ? LIES : 'Its compressed data is damaged.' }
  }
  if (content.length !== size) return { fault: LIES }
  return crc32(content) === sum ? { content } : { fault: 'Its checksum differs from the one in the archive.' }
}

const LIES = 'Its size differs from the one in the archive.'

/** Compressed bytes that certainly contain the first bytes of a file. */
const HEAD_SOURCE = 65_536

/** The first bytes of an entry, `undefined` when they cannot be had. No more is inflated than that. */
export async function inflateHead({ bytes, isDeflated }: ArchiveEntry, length: number): Promise<Uint8Array | undefined> {
  if (!isDeflated) return bytes.subarray(0, length)
  const inflating = createInflateRaw({ chunkSize: length })
  inflating.end(bytes.subarray(0, HEAD_SOURCE))
  try {
    for await (const chunk of inflating) return chunk
  } catch {
    return undefined
  }
  return undefined
}
