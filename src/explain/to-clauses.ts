import type { Bindings } from '../model/bindings.ts'
import { boundConstant, boundSpan, boundText, hasTree } from '../model/bound.ts'
import type { CodePlace, ExplainedBinding, ExplainedClause } from '../model/explanation.ts'
import type { MatchContext } from '../model/matcher.ts'
import type { Span } from '../model/position.ts'
import { constantLineOf, EXPLAINED } from './explain-value.ts'
import { shortenCode } from './shorten-code.ts'
import type { TestedClause } from './written-clause.ts'

/** A range of the file as explanations show it. */
export function placeOf({ file }: MatchContext, { start, end }: Span): CodePlace {
  const from = file.lines.positionAt(start)
  const to = file.lines.positionAt(end)
  return {
    file: file.path,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    text: shortenCode(file.text.slice(start, end)),
  }
}

/** The clauses of a candidate with what they bound. */
export function toClauses(context: MatchContext, tested: readonly TestedClause[]): readonly ExplainedClause[] {
  return tested.map(({ clause, written, holds, node, before, after, message }) => {
    const span = node === undefined || !hasTree(context) ? undefined : { start: context.tree.start[node], end: context.tree.end[node] }
    return {
      clause,
      written,
      holds,
      ...(span === undefined ? {} : { place: placeOf(context, span) }),
      bindings: newBindings(context, before, after),
      ...(message === undefined ? {} : { message }),
    }
  })
}

/** The bindings that a clause added, in order. */
function newBindings(context: MatchContext, before: Bindings, after: Bindings): readonly ExplainedBinding[] {
  const found: ExplainedBinding[] = []
  for (let at = after; at !== undefined && at !== before; at = at.rest)
    if (at.name !== EXPLAINED && !found.some(({ name }) => name === at?.name)) found.unshift(toBinding(context, at.name, at.bound))
  return found
}

function toBinding(context: MatchContext, name: string, bound: NonNullable<Bindings>['bound']): ExplainedBinding {
  const span = boundSpan(context, bound)
  const text = shortenCode(boundText(context, bound))
  const constant = boundConstant(context, bound)
  const line = constantLineOf(context, bound)
  const resolved = bound.kind === 'node' && hasTree(context) ? context.symbols.nameOf(bound.node) : undefined
  return {
    name,
    text,
    ...(span === undefined ? {} : { place: placeOf(context, span) }),
    ...(constant === undefined ? {} : { constant }),
    ...(line === undefined ? {} : { constantLine: line }),
    ...(resolved === undefined || resolved === text ? {} : { resolvedName: resolved }),
  }
}
