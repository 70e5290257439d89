import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { resolveCommit, topOf } from '../git/changed-lines.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { readGit } from '../git/run-git.ts'
import { toSlashes } from '../files/to-slashes.ts'

/** The regular files of a commit, read from git's objects and never from the working tree. */
export interface CommitTree {
  /** Full hash. */
  readonly commit: string
  /** Absolute path of the working tree's root. */
  readonly top: string
  /** Paths of all files, relative to the root of the repository, with forward slashes. */
  readonly paths: ReadonlySet<string>
  /** Converts an absolute path, or a path relative to the working folder, to a path within the repository. Empty for the root, undefined outside. */
  locate(path: string): string | undefined
  /** The content of files of `paths`, by path. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
}

/** Opens the tree of a commit. `flag` is the option that names it. Throws `CommandError` if there is no such commit. */
export async function openCommitTree(name: string, cwd: string, flag: string): Promise<CommitTree> {
  const commit = await resolveCommit(name, cwd, flag)
  const top = await topOf(cwd, flag)
  const realTop = realpathSync(top)
  const listing = await readGit(cwd, ['ls-tree', '-r', '-z', '--full-tree', commit])
  const objects = readListing(listing.toString('utf8'))
  return {
    commit,
    top,
    paths: new Set(objects.keys()),
    // Tries the written path and its real path, because a folder may have two names.
    locate: (path) => pathWithin(top, resolve(cwd, path)) ?? pathWithin(realTop, resolveLinks(resolve(cwd, path))),
    read: async (paths) => {
      const wanted = paths.flatMap((path) => {
        const object = objects.get(path)
        return object === undefined ? [] : [{ path, object }]
      })
      if (wanted.length === 0) return new Map()
      const output = await readGit(cwd, ['cat-file', '--batch'], wanted.map(({ object }) => `${object}\n`).join(''))
      return splitBatch(output, wanted)
    },
  }
}

function pathWithin(folder: string, path: string): string | undefined {
  const within = relative(folder, path)
  return within === '..' || /^\.\.[\\/]/.test(within) || isAbsolute(within) ? undefined : toSlashes(within)
}

/** The real path, also for a missing file in an existing folder. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(resolveLinks(dirname(path)), basename(path))
  }
}

/** Only regular files. Links and submodules are left out. */
function readListing(listing: string): ReadonlyMap<string, string> {
  const entries = listing.split('\0').flatMap((entry): readonly (readonly [string, string])[] => {
    const [, mode = '', object = '', path = ''] = /^(\d+) blob ([0-9a-f]+)\t([^]*)$/.exec(entry) ?? []
    return mode.startsWith('100') ? [[path, object]] : []
  })
  return new Map(entries)
}

/** `<object> blob <size>`, a line feed, the content, a line feed. */
function splitBatch(output: Buffer, wanted: readonly { readonly path: string; readonly object: string }[]): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>()
  let at = 0
  for (const { path, object } of wanted) {
    const end = output.indexOf('\n', at)
    const [, size] = new RegExp(`^${object} blob (\\d+)$`).exec(output.toString('latin1', at, end)) ?? []
    if (size === undefined)
      throw new CommandError(EXIT_CODES.incomplete, `git cannot read \`${path}\` of the trusted commit. Fetch its objects first.`)
    const start = end + 1
    contents.set(path, output.subarray(start, start + Number(size)))
    at = start + Number(size) + 1
  }
  return contents
}
