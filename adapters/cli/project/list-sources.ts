import { existsSync, statSync } from 'node:fs'
import type { ListFilesOptions, ReadFile, ScanFile } from '../../../src/node/index.ts'
import { CommandError } from '../process/command-error.ts'
import type { Engine } from '../engine/library-modules.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { countOf } from '../output/format-number.ts'
import { locateGlob } from './locate-glob.ts'
import { showText } from '../output/show-text.ts'
import { toSlashes } from '../files/to-slashes.ts'

/** The files for the paths of the command line. */
export interface Sources {
  readonly files: AsyncIterable<ScanFile>
  /** Files in archives, by reported path. They are not on disk. */
  readonly packed: ReadonlyMap<string, ReadFile>
}

type Opening = Pick<Engine, 'listFiles' | 'matchPaths' | 'readArchive' | 'readRegularBytes'>

/**
 * Lists the files for paths: folders, files, globs, and files in ZIP and tar archives. Before anything is scanned, throws `PathError` or
 * `CommandError` for missing paths and damaged archives. Throws for a glob without matches after the listing.
 */
export async function listSources(paths: readonly string[], options: ListFilesOptions, engine: Opening): Promise<Sources> {
  const archives = paths.filter(isArchive)
  const globs = paths.filter((path) => !archives.includes(path) && isGlob(path))
  const plain = paths.filter((path) => !archives.includes(path) && !globs.includes(path))
  const packed = new Map<string, ReadFile>()
  for (const path of archives) for (const file of await readPacked(path, engine)) packed.set(file.path, file)
  if (archives.length === 0 && globs.length === 0) return { files: await engine.listFiles(plain, options), packed }
  const located = globs.map((glob) => locateGlob(glob, process.cwd()))
  const bases = [...new Set(located.map(({ base }) => base))]
  const matchers = located.map(({ glob, pattern }) => ({ glob, matches: engine.matchPaths([pattern]) }))
  // The result of the listing is reported by the paths of the command line.
  const listed = await engine.listFiles(plain, options)
  const { onWalked, ...others } = options
  const based = bases.length === 0 ? undefined : await engine.listFiles(bases, plain.length === 0 ? options : others)
  async function* all(): AsyncGenerator<ScanFile, void, undefined> {
    const seen = new Set<string>()
    for (const file of packed.values()) yield file
    for await (const file of listed) {
      seen.add(file.path)
      yield file
    }
    const unused = new Set(globs)
    for await (const file of based ?? []) {
      const holding = matchers.filter(({ matches }) => matches(file.path))
      for (const { glob } of holding) unused.delete(glob)
      if (holding.length > 0 && !seen.has(file.path)) yield file
    }
    const [none] = unused
    if (none !== undefined) throw new CommandError(EXIT_CODES.wrongUsage, `no file matches \`${none}\`.`)
  }
  return { files: all(), packed }
}

const ARCHIVE = /\.(?:zip|tar|tar\.gz|tgz)$/i

/** Whether the path is an archive that would be read. */
export function isArchive(path: string): boolean {
  return ARCHIVE.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** An existing file is a file, whatever characters its name has. */
function isGlob(path: string): boolean {
  return /[*?[{]/.test(path) && !existsSync(path)
}

/** A user's own archive may be larger than an upload. Its inflated content is kept in memory. */
const LIMITS = { maxFiles: 100_000, maxPathLength: 4_096, maxArchiveEntries: 500_000, maxInflatedBytes: 1_000_000_000 }

/** The archive is also kept in memory. */
const MAX_ARCHIVE_BYTES = 2 ** 30

async function readPacked(path: string, { readArchive, readRegularBytes }: Opening): Promise<readonly ReadFile[]> {
  const kind = path.toLowerCase().endsWith('.zip') ? 'zip' : 'tar'
  const { size } = statSync(path)
  if (size > MAX_ARCHIVE_BYTES)
    throw new CommandError(
      EXIT_CODES.incomplete,
      `\`${showText(path)}\` has ${size} bytes. The limit for archives is ${MAX_ARCHIVE_BYTES} bytes. Unpack it and scan the folder.`,
    )
  const read = await readArchive(readRegularBytes(path, MAX_ARCHIVE_BYTES), LIMITS, kind)
  if (read.kind === 'files') return read.files.map((file) => ({ ...file, path: `${toSlashes(path)}/${file.path}` }))
  const [first] = read.faults
  const place = first?.entry === undefined ? '' : ` (entry ${first.entry + 1})`
  const more = read.faults.length > 1 ? ` ${countOf(read.faults.length - 1, 'more error')}.` : ''
  throw new CommandError(EXIT_CODES.incomplete, `\`${showText(path)}\`${place}: ${first?.message ?? ''}${more}`)
}
