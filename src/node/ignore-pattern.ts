import { compileIgnoreGlob } from './compile-ignore-glob.ts'

/**
 * The literal of a pattern without wildcards except for a leading `*`, and what it is compared with: the last segment, the end of it, or the whole
 * path.
 */
export interface IgnoreLiteral {
  readonly compares: 'name' | 'name-end' | 'path'
  readonly text: string
}

/** One line of an ignore file, as git reads it. */
export interface IgnorePattern {
  /** It applies to folders only. */
  readonly foldersOnly: boolean
  /** Undefined for patterns that must be matched as globs. */
  readonly literal: IgnoreLiteral | undefined
  /** Every matching path ends with this text. */
  readonly end: string
  /** `!pattern`: matching files are not ignored. */
  readonly negated: boolean
  /** Number of states to simulate: per character of the last segment, or of the whole path. */
  readonly weight: { readonly name: number; readonly path: number }
  /** `path` is relative to the folder of the ignore file, with forward slashes and without a trailing one. */
  matches(path: string, isFolder: boolean): boolean
}

/** Parses one line without its line end. Undefined for blank lines and comments. No line is an error, as in git; malformed patterns match nothing. */
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
  // Compiled on first use. A hostile megabyte of patterns, which takes more than a second to compile, is refused by its weight before.
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
  // `**/` may match nothing, including its slash.
  return end.startsWith('/') ? end.slice(1) : end
}

/** Trailing spaces are dropped unless a backslash escapes them. */
function trimTrailingSpaces(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === ' ') end--
  let backslashes = 0
  while (backslashes < end && line[end - 1 - backslashes] === '\\') backslashes++
  const quotesOne = backslashes % 2 === 1 && end < line.length
  return line.slice(0, quotesOne ? end + 1 : end)
}

/** A glob without a slash is matched with the last segment only. */
function compileNameGlob(glob: string): (path: string) => boolean {
  const matches = compileIgnoreGlob(glob, { slashes: false })
  return (path) => matches(path.slice(path.lastIndexOf('/') + 1))
}

/** A glob with a slash is matched with the whole path. */
function compilePathGlob(glob: string): (path: string) => boolean {
  const anchored = glob.startsWith('/') ? glob.slice(1) : glob
  const literal = /^[^*?[\\]*/.exec(anchored)?.[0] ?? ''
  if (literal === anchored) return (path) => path === literal
  // Git compares the part before the first wildcard literally, and matches the rest separately: in `a**/b` the `**` fills a segment.
  const matches = compileIgnoreGlob(anchored.slice(literal.length), { slashes: true })
  return (path) => path.startsWith(literal) && matches(path.slice(literal.length))
}
