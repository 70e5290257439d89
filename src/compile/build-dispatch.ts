import type { CodeSyntax } from '../model/language.ts'
import type { NodeDispatch, NodeEntry } from '../model/dispatch.ts'
import type { CompiledRule } from '../model/ruleset.ts'

/** Sorts the node matchers of all rules by what they start from. */
export function buildDispatch(rules: readonly CompiledRule[], syntax: CodeSyntax | undefined): NodeDispatch {
  const byType = new Map<number, NodeEntry[]>()
  const byCallee = new Map<string, NodeEntry[]>()
  const byName = new Map<string, NodeEntry[]>()
  const anywhere: NodeEntry[] = []
  const callTypes = syntax?.callTypes ?? new Set<number>()
  for (const [rule, { entries }] of rules.entries()) {
    for (const entry of entries) {
      if (entry.kind !== 'node') continue
      const { matcher } = entry
      const node: NodeEntry = { rule, matcher }
      if (matcher.callees !== undefined) for (const callee of matcher.callees) addTo(byCallee, callee, node)
      else if (matcher.types === undefined) anywhere.push(node)
      else if (matcher.names !== undefined) for (const name of matcher.names) addTo(byName, name, node)
      else for (const type of matcher.types) addTo(byType, type, node)
    }
  }
  return { byType, byCallee, byName, anywhere, callTypes }
}

function addTo<Key>(index: Map<Key, NodeEntry[]>, key: Key, entry: NodeEntry): void {
  const known = index.get(key)
  if (known === undefined) index.set(key, [entry])
  else known.push(entry)
}
