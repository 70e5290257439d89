/** A mistake in a path into a configuration file. */
export interface PathFault {
  /** In UTF-16 units. */
  readonly offset: number
  readonly expected: string
}

/** One step of a path, as written. */
export interface PathSegment {
  readonly text: string
  /** In UTF-16 units. */
  readonly offset: number
}

/**
 * The steps of a path, the metavariables that it binds (`$NAME` segments) and its first mistake. The grammar is that of the `document` matcher. A
 * test compares both.
 */
export function readDocumentPath(path: string): {
  readonly names: readonly string[]
  readonly segments: readonly PathSegment[]
  readonly fault?: PathFault
} {
  const names: string[] = []
  const segments: PathSegment[] = []
  let at = 0
  for (let first = true; first || at < path.length; first = false) {
    if (!first && path[at] !== '.' && path[at] !== '[') return { names, segments, fault: { offset: at, expected: '`.`, `[` or the end' } }
    if (!first && path[at] === '.') at++
    const segment = match(path[at] === '[' && path[at - 1] !== '.' ? ITEM : KEY, path, at)
    if (segment === undefined)
      return { names, segments, fault: { offset: at, expected: 'a key, `*`, `**`, `$NAME`, `"a quoted key"`, `[*]` or `[0]`' } }
    if (segment.startsWith('$')) names.push(segment)
    segments.push({ text: segment, offset: at })
    at += segment.length
  }
  return { names, segments }
}

const ITEM = /\[(?:\*|-?\d{1,9})\]/y
const KEY = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|\*{1,2}|\$[A-Z_][A-Z0-9_]*(?=[.[]|$)|[^.[\]"*$\s]+/y

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
