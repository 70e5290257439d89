import { runGit, startGit } from '../git/run-git.ts'

/** The first appearance of a file content in the history. */
export interface BlobOrigin {
  /** Ids are hexadecimal. */
  readonly blob: string
  readonly commit: string
  /** ISO 8601, as the author's clock and time zone had it. */
  readonly date: string
  /** From the root of the repository, with slashes. */
  readonly path: string
}

/** Which part of the history is read. */
export interface HistoryRange {
  /** Leaves out the commits that are reachable from this one. */
  readonly since?: string | undefined
  /** Leaves out older commits: a time in ISO 8601. */
  readonly after?: string | undefined
  /** Only the newest commits. */
  readonly maxCommits?: number | undefined
  /** Only these files and folders. Empty: all. */
  readonly paths: readonly string[]
}

const DIFF = [
  'diff-tree',
  '--stdin',
  '--root',
  '-r',
  '-m',
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--diff-filter=AMT',
  '--no-ext-diff',
  '--no-textconv',
]
/** A character that begins the line of a commit; paths follow a line of modes and ids, so they cannot be confused with it. */
const MARK = '\u0001'
const FILE = /^:\d{6} 100\d{3} [0-9a-f]+ ([0-9a-f]+) [AMT]$/
const LINK = /^:\d{6} \d{6} /

/** The ids of the commits of all branches, tags and remote branches, parents first. */
export async function listCommits(top: string, { since, after, maxCommits }: HistoryRange): Promise<readonly string[]> {
  const limit = [...(maxCommits === undefined ? [] : [`--max-count=${maxCommits}`]), ...(after === undefined ? [] : [`--since=${after}`])]
  const text = await runGit(top, ['rev-list', '--all', '--topo-order', ...limit, ...(since === undefined ? [] : ['--not', since])])
  return text.split('\n').filter(Boolean).reverse()
}

/** The blobs that the commits add, each once, in the order of the commits. Symbolic links and submodules are left out. */
export async function* listBlobs(cwd: string, commits: readonly string[], { paths }: HistoryRange): AsyncGenerator<BlobOrigin> {
  const child = startGit(cwd, [...DIFF, `--pretty=format:${MARK}%H %aI`, ...(paths.length > 0 ? ['--', ...paths] : [])])
  child.stdin.end(`${commits.join('\n')}\n`)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve).on('error', () => resolve(null)))
  const seen = new Set<string>()
  let [commit = '', date = ''] = ['', '']
  let blob: string | undefined
  let isPath = false
  for await (const field of splitFields(child.stdout)) {
    if (isPath) {
      isPath = false
      if (blob !== undefined && !seen.has(blob)) {
        seen.add(blob)
        yield { blob, commit, date, path: field }
      }
      continue
    }
    for (const line of field.split('\n')) {
      if (line.startsWith(MARK)) [commit = '', date = ''] = line.slice(1).split(' ')
      else if (LINK.test(line)) {
        isPath = true
        blob = FILE.exec(line)?.[1]
      }
    }
  }
  const code = await ended
  if (code !== 0) throw new Error(`git diff-tree ended with ${code ?? 'a signal'}`)
}

/** The fields of a stream that end with a NUL. */
async function* splitFields(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    let from = 0
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, from)) {
      yield bytes.toString('utf8', from, at)
      from = at + 1
    }
    rest = bytes.subarray(from)
  }
}
