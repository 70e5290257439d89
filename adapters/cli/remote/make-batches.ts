import { linkFiles, type SentFile } from './link-files.ts'

/** What one upload may hold. */
export interface BatchLimits {
  /** Of its JSON, in UTF-8. */
  readonly bytes: number
  readonly files: number
}

/** Platforms in front of a service refuse bodies over 4.5 MB, and a service lists of over 5,000 files. */
const BATCH_LIMITS: BatchLimits = { bytes: 4_400_000, files: 4_900 }

/** The bytes of a file in an upload. */
function weigh(file: SentFile): number {
  return Buffer.byteLength(JSON.stringify(file)) + 1
}

/**
 * Puts files into as few uploads as come of it, those that import each other into one, as long as they fit: then data is followed among them. A group that does not
 * fit is cut in the order of paths, so that folders stay together.
 */
export function makeBatches(files: readonly SentFile[], limits: BatchLimits = BATCH_LIMITS): readonly (readonly SentFile[])[] {
  const batches: { files: SentFile[]; bytes: number }[] = []
  const add = (group: readonly SentFile[], bytes: number): void => {
    const room = batches.find((batch) => batch.bytes + bytes <= limits.bytes && batch.files.length + group.length <= limits.files)
    if (room === undefined) batches.push({ files: [...group], bytes })
    else {
      room.files.push(...group)
      room.bytes += bytes
    }
  }
  for (const group of linkFiles(files)) {
    const weights = group.map(weigh)
    const bytes = weights.reduce((sum, weight) => sum + weight, 0)
    if (bytes <= limits.bytes && group.length <= limits.files) add(group, bytes)
    else for (const part of cut(group, weights, limits)) add(part.files, part.bytes)
  }
  return batches.map((batch) => batch.files.toSorted((left, right) => (left.path < right.path ? -1 : 1)))
}

function cut(group: readonly SentFile[], weights: readonly number[], limits: BatchLimits): readonly { files: SentFile[]; bytes: number }[] {
  const parts: { files: SentFile[]; bytes: number }[] = []
  for (const [index, file] of group.entries()) {
    const bytes = weights[index] ?? 0
    const last = parts.at(-1)
    if (last === undefined || last.bytes + bytes > limits.bytes || last.files.length >= limits.files) parts.push({ files: [file], bytes })
    else {
      last.files.push(file)
      last.bytes += bytes
    }
  }
  return parts
}
