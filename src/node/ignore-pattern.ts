import { compileIgnoreGlob } from './compile-ignore-glob.ts'

/** What a pattern without wildcards but for a leading `*` compares: the last segment of a path, its end, or the whole path. */
export interface IgnoreLiteral {
  readonly compares: 'name' | 'name-end' | 'path'
  readonly text: string
}

/** One line of an ignore file, as git reads it. */
export interface IgnorePattern {
  /** It says something of folders alone. */
  readonly foldersOnly: boolean
  /** Undefined for patterns that must be tried. */
  readonly literal: IgnoreLiteral | undefined
  /** Text that every path ends with that it matches. */
  readonly end: string
  /** `!pattern`: what it matches is kept. */
  readonly negated: boolean
  /** Characters that are followed all ways at once: for each of the last segment of a path, or for each of all of it. */
  readonly weight: { readonly name: number; readonly path: number }
  /** `path` is relative to the folder of the ignore file, with forward slashes, without one at its end. */
  matches(path: string, isFolder: boolean): boolean
}

/** Reads one line without its line end; undefined when it is blank or a comment. No line is a mistake: git takes each, if only to match nothing. */
export function parseIgnorePattern(line: string): IgnorePattern | undefined {
  const trimmed = trimTrailingSpaces(line)
  if (trimmed === '' || trimmed.startsWith('#')) return undefined
  const negated = trimmed.startsWith('!')
  const body = negated ? trimmed.slice(1) : trimmed
  const foldersOnly = body.endsWith('/')
  const written = foldersOnly ? body.slice(0, -1) : body
  // `**/name` is `name`, which is matched faster.
  const glob = /^\*\*\/(?!\*\*$)[^/\\]+$/.test(written) ? written.slice(3) : written
  const isPath = glob.includes('/')
  // A stranger's megabyte of patterns, which take more than a second to compile, is refused by their weight.
  let compiled: ((path: string) => boolean) | undefined
  const matchesPath = (path: string): boolean => {
    compiled ??= isPath ? compilePathGlob(glob) : compileNameGlob(glob)
    return compiled(path)
  }
  const wild = /[*?[\\]/.test(glob) ? glob.length : 0
  return {
    negated,
    foldersOnly,
    literal: literalOf(glob, isPath),
    end: endOf(glob),
    weight: { name: isPath ? 0 : wild, path: isPath ? wild : 0 },
    matches: (path, isFolder) => (isFolder || !foldersOnly) && matchesPath(path),
  }
}

function literalOf(glob: string, isPath: boolean): IgnoreLiteral | undefined {
  if (!/[*?[\\]/.test(glob)) return isPath ? { compares: 'path', text: glob.replace(/^\//, '') } : { compares: 'name', text: glob }
  return isPath || !/^\*[^*?[\\]*$/.test(glob) ? undefined : { compares: 'name-end', text: glob.slice(1) }
}

function endOf(glob: string): string {
  if (/[[\\]/.test(glob)) return ''
  const end = glob.slice(Math.max(glob.lastIndexOf('*'), glob.lastIndexOf('?')) + 1)
  // `**/` may stand for nothing, its slash included.
  return end.startsWith('/') ? end.slice(1) : end
}

/** Spaces at the end do not count, unless a backslash quotes them. */
function trimTrailingSpaces(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === ' ') end--
  let backslashes = 0
  while (backslashes < end && line[end - 1 - backslashes] === '\\') backslashes++
  const quotesOne = backslashes % 2 === 1 && end < line.length
  return line.slice(0, quotesOne ? end + 1 : end)
}

/** A glob without a slash is matched against the last segment alone. */
function compileNameGlob(glob: string): (path: string) => boolean {
  const matches = compileIgnoreGlob(glob, { slashes: false })
  return (path) => matches(path.slice(path.lastIndexOf('/') + 1))
}

/** A glob with a slash is matched against the whole path. */
function compilePathGlob(glob: string): (path: string) => boolean {
  const anchored = glob.startsWith('/') ? glob.slice(1) : glob
  const literal = /^[^*?[\\]*/.exec(anchored)?.[0] ?? ''
  if (literal === anchored) return (path) => path === literal
  // Git compares the part before the first wildcard by itself, and what remains starts anew: `a**/b` has a `**` that fills a segment.
  const matches = compileIgnoreGlob(anchored.slice(literal.length), { slashes: true })
  return (path) => path.startsWith(literal) && matches(path.slice(literal.length))
}
