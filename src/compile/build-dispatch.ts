import { createDispatch } from '../matchers/dispatch-nodes.ts'
import type { NodeDispatch } from '../model/dispatch.ts'
import type { CodeSyntax } from '../model/language.ts'
import type { CompiledRule } from '../model/ruleset.ts'

/** Gathers the node matchers of all rules. */
export function buildDispatch(rules: readonly CompiledRule[], syntax: CodeSyntax | undefined): NodeDispatch {
  const entries = rules.map((each, rule) => each.entries.flatMap((entry) => (entry.kind === 'node' ? [{ rule, matcher: entry.matcher }] : [])))
  return createDispatch(entries, syntax?.callTypes ?? new Set())
}
