/** A query without its predicates, and the predicates. */
export interface SplitQuery {
  readonly query: string
  readonly predicates: readonly string[]
}

/** Separates predicates such as `(#eq? @name "text")` from the rest of a query. */
export function splitPredicates(source: string): SplitQuery {
  const predicates: string[] = []
  let query = ''
  for (let at = 0; at < source.length; ) {
    const end = source.startsWith('(#', at) ? closeOf(source, at) : source[at] === '"' ? stringEnd(source, at) : at + 1
    if (source.startsWith('(#', at)) predicates.push(source.slice(at, end).replace(/\s+/g, ' '))
    else query += source.slice(at, end)
    at = end
  }
  return { query: unwrap(query.trim()), predicates }
}

/** The offset after the parenthesis that closes the one at `from`. */
function closeOf(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; ) {
    if (source[at] === '"') at = stringEnd(source, at)
    else {
      if (source[at] === '(') depth++
      if (source[at] === ')') depth--
      at++
      if (depth === 0) return at
    }
  }
  return source.length
}

function stringEnd(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '"') return at + 1
  }
  return source.length
}

/** `((call) @match )` is `(call) @match` once its predicates are gone. */
function unwrap(query: string): string {
  return query.startsWith('((') && closeOf(query, 0) === query.length ? query.slice(1, -1).trim() : query
}
