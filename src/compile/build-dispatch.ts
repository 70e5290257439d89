import type { CodeSyntax } from '../model/language.ts'
import type { NodeDispatch } from '../model/dispatch.ts'
import type { CompiledRule } from '../model/ruleset.ts'

/** Gathers the node matchers of all rules. */
export function buildDispatch(rules: readonly CompiledRule[], syntax: CodeSyntax | undefined): NodeDispatch {
  return {
    entries: rules.map(({ entries }, rule) => entries.flatMap((entry) => (entry.kind === 'node' ? [{ rule, matcher: entry.matcher }] : []))),
    callTypes: syntax?.callTypes ?? new Set(),
  }
}
