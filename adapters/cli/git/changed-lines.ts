import { lstatSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { ChangedLines } from '../../../src/node/index.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { readGit, runGit } from './run-git.ts'
import { toSlashes } from '../files/to-slashes.ts'

/** Which lines of which files changed, as git tells. */
export interface Change {
  /** By absolute path. */
  linesOf(path: string): readonly ChangedLines[]
  /** By absolute path, when it is not what is on disk: the content that is staged. Undefined for a file that is not staged. */
  contentOf(path: string): Promise<Uint8Array | undefined>
  /** Absolute paths of files whose staged content is not what is on disk. */
  readonly differing: ReadonlySet<string>
  /** Absolute path of the repository. */
  readonly top: string
  /** The files of the old commit. */
  readOldTree(): Promise<OldTree>
}

/** Files of a commit, by path from the root of the repository. */
export interface OldTree {
  /** As git writes them: `100644`, `120000` for a link. */
  readonly modes: ReadonlyMap<string, string>
  readText(path: string): Promise<string | undefined>
  readBytes(path: string): Promise<Uint8Array | undefined>
  /** The path that a file had, by its absolute path now. */
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

/** Lines that changed since a commit, or since what it has in common with the branch; files that git does not know are new. */
export async function changesSince(commit: string, cwd: string): Promise<Change> {
  const named = await resolveCommit(commit, cwd, '--since')
  const base = await runGit(cwd, ['merge-base', named, 'HEAD']).catch(() => named)
  return changesFrom(base.trim(), cwd, '--since')
}

/** Lines of the working tree that are not those of a commit; files that git does not know are new. */
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

/** The full hash of the commit that a name stands for. Throws `CommandError` for what is none, naming the flag that asks for it. */
export async function resolveCommit(commit: string, cwd: string, flag: string): Promise<string> {
  await topOf(cwd, flag)
  const named = await runGit(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`]).catch(() => '')
  if (named.trim() !== '') return named.trim()
  throw new CommandError(
    EXIT_CODES.wrongUsage,
    `${flag}: \`${commit}\` is not a known commit of this repository. Use a branch, tag or commit. In a shallow clone, run git fetch --unshallow first.`,
  )
}

/** Lines that are staged, and the content of files as it is staged. */
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

/** Old paths by new ones, which are absolute. */
async function readRenames(against: readonly string[], top: string): Promise<ReadonlyMap<string, string>> {
  const words = ['diff', '--name-status', '-z', '--no-ext-diff', '--no-textconv', '--find-renames', '--diff-filter=R', ...against, '--']
  const parts = (await runGit(top, words).catch(() => '')).split('\0')
  const renames = new Map<string, string>()
  for (let at = 0; at + 2 < parts.length; at += 3) renames.set(resolve(top, parts[at + 2] ?? ''), parts[at + 1] ?? '')
  return renames
}

/** The root of the repository, by way of the working folder, so that links on the way to it stay as they are. */
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
 * New lines by absolute path. A file that git takes for binary is changed as a whole: an attribute in the working tree can make any file one, and its lines would not be in the
 * diff.
 */
async function readChangedLines(against: readonly string[], cwd: string, top: string): Promise<Map<string, readonly ChangedLines[]>> {
  const lines = readDiff(await runGit(cwd, [...DIFF, ...against, '--']), top)
  const counts = await runGit(cwd, ['diff', '--numstat', '-z', '--no-ext-diff', '--no-textconv', '--no-renames', ...against, '--'])
  for (const entry of counts.split('\0')) if (entry.startsWith(BINARY)) lines.set(resolve(top, entry.slice(BINARY.length)), WHOLE)
  for (const path of lines.keys()) if (hasLoneReturn(path)) lines.set(path, WHOLE)
  return lines
}

/** Git counts lines by line feeds. A carriage return alone ends a line of the scan too, so the numbers of such a file do not agree. */
function hasLoneReturn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && /\r(?!\n)/.test(readFileSync(path, 'latin1'))
}

/** What `--numstat` writes instead of the numbers of lines. */
const BINARY = '-\t-\t'

/** New lines by absolute path. Where lines went without new ones, the lines beside the gap count: what they do may have hung on it. */
function readDiff(diff: string, top: string): Map<string, readonly ChangedLines[]> {
  const files = new Map<string, ChangedLines[]>()
  let lines: ChangedLines[] = []
  let oldLeft = 0
  let newLeft = 0
  for (const line of diff.split('\n')) {
    // What is within a hunk may look like the head of a file.
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

/** A name as git writes it: in quotes when it holds quotes, backslashes or control characters. One with a blank is followed by a tab. */
function unquote(written: string): string {
  const name = written.replace(/\t$/, '')
  if (!name.startsWith('"')) return name
  return name
    .slice(1, -1)
    .replaceAll(/\\([0-7]{3}|.)/g, (_, code: string) => (code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code)))
}
