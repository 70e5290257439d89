import { createDispatch } from '../matchers/dispatch-nodes.ts'
import type { NodeDispatch } from '../model/dispatch.ts'
import type { CodeSyntax } from '../model/language.ts'
import type { Entry } from '../model/ruleset.ts'

/** Gathers the node matchers of all that have entries, each by its index. */
export function buildDispatch(owners: readonly { readonly entries: readonly Entry[] }[], syntax: CodeSyntax | undefined): NodeDispatch {
  const entries = owners.map((each, rule) => each.entries.flatMap((entry) => (entry.kind === 'node' ? [{ rule, matcher: entry.matcher }] : [])))
  return createDispatch(entries, syntax?.callTypes ?? new Set())
}
