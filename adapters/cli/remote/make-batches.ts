import { linkFiles, type SentFile } from './link-files.ts'

/** The maximum size of one upload. */
export interface BatchLimits {
  /** UTF-8 bytes of its JSON. */
  readonly bytes: number
  readonly files: number
}

/** Common platforms refuse bodies over 4.5 MB, and a service refuses more than 5,000 files. */
const BATCH_LIMITS: BatchLimits = { bytes: 4_400_000, files: 4_900 }

/** The bytes of a file in an upload. */
function weigh(file: SentFile): number {
  return Buffer.byteLength(JSON.stringify(file)) + 1
}

/**
 * Splits files into few uploads. If possible, an upload contains a complete package and the packages that it imports, because rules depend on other
 * files of the package. Otherwise it contains files that import each other, so that data flow between them is found. Larger groups are split in the
 * order of paths, so that folders stay together.
 */
export function makeBatches(
  files: readonly SentFile[],
  packageOf: (path: string) => string,
  limits: BatchLimits = BATCH_LIMITS,
): readonly (readonly SentFile[])[] {
  const batches: { files: SentFile[]; bytes: number }[] = []
  const add = (group: readonly SentFile[], bytes: number): void => {
    const room = batches.find((batch) => batch.bytes + bytes <= limits.bytes && batch.files.length + group.length <= limits.files)
    if (room === undefined) batches.push({ files: [...group], bytes })
    else {
      room.files.push(...group)
      room.bytes += bytes
    }
  }
  const weights = new Map(files.map((file) => [file.path, weigh(file)]))
  const place = (group: readonly SentFile[], [divide, ...others]: readonly Division[]): void => {
    const bytes = group.reduce((sum, { path }) => sum + (weights.get(path) ?? 0), 0)
    if (bytes <= limits.bytes && group.length <= limits.files) add(group, bytes)
    else if (divide !== undefined) for (const part of divide(group)) place(part, others)
    else for (const part of cut(group, weights, limits)) add(part.files, part.bytes)
  }
  place(files, [(group) => linkFiles(group, packageOf), (group) => divideBy(group, packageOf), (group) => linkFiles(group)])
  return batches.map((batch) => batch.files.toSorted((left, right) => (left.path < right.path ? -1 : 1)))
}

type Division = (group: readonly SentFile[]) => readonly (readonly SentFile[])[]

function divideBy(group: readonly SentFile[], partOf: (path: string) => string): readonly (readonly SentFile[])[] {
  const parts = new Map<string, SentFile[]>()
  for (const file of group) {
    const part = parts.get(partOf(file.path))
    if (part === undefined) parts.set(partOf(file.path), [file])
    else part.push(file)
  }
  return [...parts.values()]
}

function cut(group: readonly SentFile[], weights: ReadonlyMap<string, number>, limits: BatchLimits): readonly { files: SentFile[]; bytes: number }[] {
  const parts: { files: SentFile[]; bytes: number }[] = []
  for (const file of group) {
    const bytes = weights.get(file.path) ?? 0
    const last = parts.at(-1)
    if (last === undefined || last.bytes + bytes > limits.bytes || last.files.length >= limits.files) parts.push({ files: [file], bytes })
    else {
      last.files.push(file)
      last.bytes += bytes
    }
  }
  return parts
}
