import { type Language, type Parser, Query } from 'web-tree-sitter'
import type { QueryVerdict } from './grammar.ts'

/** Undefined if the query is correct. `onFault` is called if reading it damaged tree-sitter's instance. */
export function checkQuery(language: Language, source: string, onFault: () => void): QueryVerdict | undefined {
  try {
    new Query(language, source).delete()
    return undefined
  } catch (error) {
    if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError) onFault()
    return toVerdict(error, source)
  }
}

const QUERY_FAULTS = ['syntax', 'node', 'field', 'capture', 'structure'] as const

function toVerdict(error: unknown, source: string): QueryVerdict {
  const message = error instanceof Error ? error.message : String(error)
  const index = error instanceof Error ? Reflect.get(error, 'index') : undefined
  const kind = error instanceof Error ? Reflect.get(error, 'kind') : undefined
  const offset = typeof index === 'number' ? index : 0
  const word = /^[\w./-]+/.exec(source.slice(offset))?.[0] ?? ''
  const named = typeof kind === 'number' ? QUERY_FAULTS[kind - 1] : undefined
  return { kind: named ?? 'syntax', message, offset, word }
}

/** Captures of each match as `[name, start, end]`. */
export function runOracleQuery(parser: Parser, language: Language, source: string, text: string): (readonly [string, number, number])[][] {
  const tree = parser.parse(text)
  if (tree === null) return []
  const query = new Query(language, source)
  const matches = query.matches(tree.rootNode).map((match) => match.captures.map(({ name, node }) => [name, node.startIndex, node.endIndex] as const))
  query.delete()
  tree.delete()
  return matches
}
