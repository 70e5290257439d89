import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ChangedLines } from '../../src/node/index.ts'
import { CommandError } from './command-error.ts'
import { EXIT_CODES } from './exit-codes.ts'

/** Which lines of which files changed, as git tells. */
export interface Change {
  /** By absolute path. */
  linesOf(path: string): readonly ChangedLines[]
  /** By absolute path, when it is not what is on disk: the content that is staged. Undefined for a file that is not staged. */
  contentOf(path: string): Promise<Uint8Array | undefined>
  /** Absolute paths of files whose staged content is not what is on disk. */
  readonly differing: ReadonlySet<string>
}

const run = promisify(execFile)

/** What a scanned repository says of how git shall work is not asked: it might start programs. */
const SAFE = [
  '-c',
  'core.quotePath=false',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'diff.external=',
  '-c',
  'diff.noprefix=false',
  '-c',
  'diff.mnemonicPrefix=false',
]
const DIFF = ['diff', '--unified=0', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames', '--src-prefix=a/', '--dst-prefix=b/']
const WHOLE = [{ firstLine: 1, lastLine: Number.MAX_SAFE_INTEGER }]
const MOST_OUTPUT = 2 ** 28

/** Lines that changed since a commit, or since what it has in common with the branch; files that git does not know are new. */
export async function changesSince(commit: string, cwd: string): Promise<Change> {
  const top = await topOf(cwd, '--since')
  const named = await git(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`]).catch(() => '')
  if (named.trim() === '')
    throw new CommandError(
      EXIT_CODES.wrongUsage,
      `--since: \`${commit}\` is no commit that git knows here. Name a branch, a tag or a commit; a shallow clone lacks most (git fetch --unshallow).`,
    )
  const base = await git(cwd, ['merge-base', named.trim(), 'HEAD']).catch(() => named)
  const diff = await git(cwd, [...DIFF, base.trim(), '--'])
  const unknown = await git(cwd, ['ls-files', '--others', '--exclude-standard', '--full-name', '-z', '--', ':/'])
  const lines = readDiff(diff, top)
  for (const path of unknown.split('\0')) if (path !== '') lines.set(resolve(top, path), WHOLE)
  return { linesOf: (path) => lines.get(path) ?? [], contentOf: async () => undefined, differing: new Set() }
}

/** Lines that are staged, and the content of files as it is staged. */
export async function stagedChanges(cwd: string): Promise<Change> {
  const top = await topOf(cwd, '--staged')
  const lines = readDiff(await git(cwd, [...DIFF, '--cached', '--']), top)
  const differing = await git(cwd, ['diff', '--name-only', '--no-ext-diff', '-z', '--diff-filter=M', '--'])
  const paths = new Map(differing.split('\0').flatMap((path) => (path === '' ? [] : [[resolve(top, path), path]])))
  return {
    linesOf: (path) => lines.get(path) ?? [],
    differing: new Set(paths.keys()),
    contentOf: async (path) => {
      const name = paths.get(path)
      return name === undefined ? undefined : gitBytes(cwd, ['cat-file', 'blob', `:${name}`])
    },
  }
}

/** The root of the repository, by way of the working folder, so that links on the way to it stay as they are. */
async function topOf(cwd: string, flag: string): Promise<string> {
  const up = await git(cwd, ['rev-parse', '--show-cdup']).catch((error: unknown) => {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new CommandError(
      EXIT_CODES.wrongUsage,
      missing ? `${flag} needs git, which is not there.` : `${flag} needs a repository of git, and this folder is in none.`,
    )
  })
  return resolve(cwd, up.trim())
}

async function git(cwd: string, words: readonly string[]): Promise<string> {
  const { stdout } = await run('git', [...SAFE, ...words], { cwd, maxBuffer: MOST_OUTPUT, encoding: 'utf8' })
  return stdout
}

async function gitBytes(cwd: string, words: readonly string[]): Promise<Uint8Array> {
  const { stdout } = await run('git', [...SAFE, ...words], { cwd, maxBuffer: MOST_OUTPUT, encoding: 'buffer' })
  return stdout
}

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
