import { lstatSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { ChangedLines } from '../../../src/node/index.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { readGit, runGit } from './run-git.ts'
import { toSlashes } from '../files/to-slashes.ts'

/** The changed lines of each file, according to git. */
export interface Change {
  /** By absolute path. */
  linesOf(path: string): readonly ChangedLines[]
  /** The staged content of a file, by absolute path, if it differs from the content on disk. Undefined for a file that is not staged. */
  contentOf(path: string): Promise<Uint8Array | undefined>
  /** Absolute paths of files whose staged content differs from the content on disk. */
  readonly differing: ReadonlySet<string>
  /** Absolute path of the repository. */
  readonly top: string
  /** The files of the old commit. */
  readOldTree(): Promise<OldTree>
}

/** The files of a commit, by path relative to the root of the repository. */
export interface OldTree {
  /** Git's modes: `100644`, `120000` for a link. */
  readonly modes: ReadonlyMap<string, string>
  readText(path: string): Promise<string | undefined>
  readBytes(path: string): Promise<Uint8Array | undefined>
  /** The former path of a file, by its current absolute path. */
  oldPathOf(path: string): string
}

const DIFF = [
  'diff',
  '--unified=0',
  '--inter-hunk-context=0',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--find-renames',
  '--src-prefix=a/',
  '--dst-prefix=b/',
]
const WHOLE = [{ firstLine: 1, lastLine: Number.MAX_SAFE_INTEGER }]

/** Lines that changed since a commit, or since the merge base with a branch. Untracked files are new. */
export async function changesSince(commit: string, cwd: string): Promise<Change> {
  const named = await resolveCommit(commit, cwd, '--since')
  const base = await runGit(cwd, ['merge-base', named, 'HEAD']).catch(() => named)
  return changesFrom(base.trim(), cwd, '--since')
}

/** Lines of the working tree that differ from a commit. Untracked files are new. */
export async function changesFrom(commit: string, cwd: string, flag: string): Promise<Change> {
  const top = await topOf(cwd, flag)
  const lines = await readChangedLines([commit], cwd, top)
  const unknown = await runGit(cwd, ['ls-files', '--others', '--exclude-standard', '--full-name', '-z', '--', ':/'])
  for (const path of unknown.split('\0')) if (path !== '') lines.set(resolve(top, path), WHOLE)
  return {
    top,
    readOldTree: () => readTree(commit, [commit], top),
    linesOf: (path) => lines.get(path) ?? [],
    contentOf: async () => undefined,
    differing: new Set(),
  }
}

/** Resolves a name to a full commit hash. Throws `CommandError` for an unknown name, with the flag that contains it. */
export async function resolveCommit(commit: string, cwd: string, flag: string): Promise<string> {
  await topOf(cwd, flag)
  const named = await runGit(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`]).catch(() => '')
  if (named.trim() !== '') return named.trim()
  throw new CommandError(
    EXIT_CODES.wrongUsage,
    `${flag}: \`${commit}\` is not a known commit of this repository. Use a branch, tag or commit. In a shallow clone, run git fetch --unshallow first.`,
  )
}

/** Staged lines, and the staged content of files. */
export async function stagedChanges(cwd: string): Promise<Change> {
  const top = await topOf(cwd, '--staged')
  const lines = await readChangedLines(['--cached'], cwd, top)
  const differing = await runGit(cwd, ['diff', '--name-only', '--no-ext-diff', '-z', '--diff-filter=M', '--'])
  const paths = new Map(differing.split('\0').flatMap((path) => (path === '' ? [] : [[resolve(top, path), path]])))
  return {
    top,
    readOldTree: () => readTree('HEAD', ['--cached'], top),
    linesOf: (path) => lines.get(path) ?? [],
    differing: new Set(paths.keys()),
    contentOf: async (path) => {
      const name = paths.get(path)
      return name === undefined ? undefined : readGit(cwd, ['cat-file', 'blob', `:${name}`])
    },
  }
}

/** Before the first commit there is no tree. */
async function readTree(commit: string, against: readonly string[], top: string): Promise<OldTree> {
  const listing = await runGit(top, ['ls-tree', '-r', '-z', '--full-tree', commit]).catch(() => '')
  const modes = new Map<string, string>()
  for (const entry of listing.split('\0')) {
    const end = entry.indexOf('\t')
    if (end > 0) modes.set(entry.slice(end + 1), entry.slice(0, entry.indexOf(' ')))
  }
  const renames = await readRenames(against, top)
  const readBytes = (path: string): Promise<Uint8Array | undefined> => readGit(top, ['cat-file', 'blob', `${commit}:${path}`]).catch(() => undefined)
  return {
    modes,
    readBytes,
    readText: async (path) => new TextDecoder().decode(await readBytes(path)),
    oldPathOf: (path) => renames.get(path) ?? toSlashes(relative(top, path)),
  }
}

/** Old paths by new absolute paths. */
async function readRenames(against: readonly string[], top: string): Promise<ReadonlyMap<string, string>> {
  const words = ['diff', '--name-status', '-z', '--no-ext-diff', '--no-textconv', '--find-renames', '--diff-filter=R', ...against, '--']
  const parts = (await runGit(top, words).catch(() => '')).split('\0')
  const renames = new Map<string, string>()
  for (let at = 0; at + 2 < parts.length; at += 3) renames.set(resolve(top, parts[at + 2] ?? ''), parts[at + 1] ?? '')
  return renames
}

/** The root of the repository, found from the working folder so that symbolic links in its path stay. */
export async function topOf(cwd: string, flag: string): Promise<string> {
  const up = await runGit(cwd, ['rev-parse', '--show-cdup']).catch((error: unknown) => {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new CommandError(
      EXIT_CODES.wrongUsage,
      missing ? `${flag} requires git, which is not installed.` : `${flag} requires a git repository. The current folder is not in one.`,
    )
  })
  return resolve(cwd, up.trim())
}

/**
 * Changed lines by absolute path. A file that git treats as binary counts as completely changed: an attribute in the working tree can mark any file
 * as binary, and its lines would be missing in the diff.
 */
async function readChangedLines(against: readonly string[], cwd: string, top: string): Promise<Map<string, readonly ChangedLines[]>> {
  const lines = readDiff(await runGit(cwd, [...DIFF, ...against, '--']), top)
  const counts = await runGit(cwd, ['diff', '--numstat', '-z', '--no-ext-diff', '--no-textconv', '--no-renames', ...against, '--'])
  for (const entry of counts.split('\0')) if (entry.startsWith(BINARY)) lines.set(resolve(top, entry.slice(BINARY.length)), WHOLE)
  for (const path of lines.keys()) if (hasLoneReturn(path)) lines.set(path, WHOLE)
  return lines
}

/** Git counts only line feeds. The scan also counts a single carriage return, so line numbers of such a file differ. */
function hasLoneReturn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && /\r(?!\n)/.test(readFileSync(path, 'latin1'))
}

/** `--numstat` prints this in place of line counts for binary files. */
const BINARY = '-\t-\t'

/** Changed lines by absolute path. Where lines were only removed, the neighbouring lines count, because the removed lines may have protected them. */
function readDiff(diff: string, top: string): Map<string, readonly ChangedLines[]> {
  const files = new Map<string, ChangedLines[]>()
  let lines: ChangedLines[] = []
  let oldLeft = 0
  let newLeft = 0
  for (const line of diff.split('\n')) {
    // Lines of a hunk may look like the header of a file.
    if (oldLeft > 0 && line.startsWith('-')) oldLeft--
    else if (newLeft > 0 && line.startsWith('+')) newLeft--
    else if (line.startsWith('+++ ')) {
      lines = []
      const name = unquote(line.slice('+++ '.length))
      if (name.startsWith('b/')) files.set(resolve(top, name.slice('b/'.length)), lines)
    } else {
      const [, oldCount, start, newCount] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
      if (start === undefined) continue
      oldLeft = Number(oldCount ?? 1)
      newLeft = Number(newCount ?? 1)
      const first = Number(start)
      lines.push(newLeft === 0 ? { firstLine: first, lastLine: first + 1 } : { firstLine: first, lastLine: first + newLeft - 1 })
    }
  }
  return files
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' }

/** Reads a file name as git prints it: quoted if it contains quotes, backslashes or control characters. A name with a space is followed by a tab. */
function unquote(written: string): string {
  const name = written.replace(/\t$/, '')
  if (!name.startsWith('"')) return name
  return name
    .slice(1, -1)
    .replaceAll(/\\([0-7]{3}|.)/g, (_, code: string) => (code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code)))
}
