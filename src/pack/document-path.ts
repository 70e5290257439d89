/** A mistake in a path into a configuration file. */
export interface PathFault {
  /** UTF-16 units into the path. */
  readonly offset: number
  readonly expected: string
}

/** Metavariables that a path binds (`$NAME` segments, with their `$`), or the first mistake in it. */
export function readDocumentPath(path: string): { readonly names: readonly string[]; readonly fault?: PathFault } {
  const names: string[] = []
  let at = 0
  while (at < path.length || at === 0) {
    const segment = takeSegment(path, at)
    if (segment === undefined) return { names, fault: { offset: at, expected: 'a key, `*`, `**`, `$NAME`, `"a quoted key"`, `[*]` or `[0]`' } }
    if (segment.startsWith('$')) names.push(segment)
    at += segment.length
    if (at === path.length || path[at] === '[') continue
    if (path[at] !== '.') return { names, fault: { offset: at, expected: '`.`, `[` or the end' } }
    at++
    if (at === path.length) return { names, fault: { offset: at, expected: 'a key after the `.`' } }
  }
  return { names }
}

function takeSegment(path: string, at: number): string | undefined {
  return (
    match(/\[(?:\*|-?\d+)\]/y, path, at) ?? match(/"(?:[^"\\]|\\["\\])+"/y, path, at) ?? match(/\*{1,2}(?=[.[]|$)/y, path, at) ?? takeName(path, at)
  )
}

/** Keys that hold anything else are written in quotes. */
function takeName(path: string, at: number): string | undefined {
  return match(/\$[A-Z_][A-Z0-9_]*(?=[.[]|$)/y, path, at) ?? match(/[^\s.[\]"*$][^\s.[\]"*]*/y, path, at)
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
