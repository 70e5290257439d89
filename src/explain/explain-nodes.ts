import { boundSpan, lookup, MATCH } from '../model/bound.ts'
import type { ExplainedCandidate } from '../model/explanation.ts'
import type { Span } from '../model/position.ts'
import { NODE_NAMED } from '../model/tree.ts'
import { evaluateMatcher } from './evaluate-matcher.ts'
import type { Evaluation } from './evaluation.ts'
import type { NodeScope } from './node-scope.ts'
import { placeOf, toClauses } from './to-clauses.ts'
import type { WrittenMatcher } from './written-clause.ts'

/** A candidate with its rank. */
export interface RankedCandidate extends ExplainedCandidate {
  readonly holds: boolean
  /** Larger is nearer. */
  readonly score: number
  /** The range that a finding would have. */
  readonly reported: Span
}

/** Tries a matcher at the nodes of a file, or at those that begin on a line. Nodes at which no clause holds are left out, except on a line. */
export function explainNodes(scope: NodeScope, written: WrittenMatcher, line: number | undefined): readonly RankedCandidate[] {
  const { tree } = scope.context
  const types = line === undefined ? scope.compile(written, written.spec, 'whole')?.types : undefined
  const found: RankedCandidate[] = []
  for (let node = 0; node < tree.count; node++) {
    if ((tree.flags[node] & NODE_NAMED) === 0 || types?.has(tree.type[node]) === false || !isOnLine(scope, node, line)) continue
    const evaluation = evaluateMatcher(scope, written, node, [undefined])
    if (evaluation.holds || evaluation.score > 0 || (line !== undefined && evaluation.clauses.length > 0))
      found.push(toCandidate(scope, node, evaluation))
  }
  return keepNear(distinct(found), line)
}

function isOnLine({ context: { tree, file } }: NodeScope, node: number, line: number | undefined): boolean {
  if (line === undefined) return true
  const first = file.lines.positionAt(tree.start[node]).line
  return first === line
}

function toCandidate({ context }: NodeScope, node: number, { holds, clauses, score, solutions }: Evaluation): RankedCandidate {
  const span = { start: context.tree.start[node], end: context.tree.end[node] }
  const bound = holds ? lookup(solutions[0], MATCH) : undefined
  const last = clauses.at(-1)
  const explained = toClauses(context, clauses)
  const at = explained.at(-1)?.place
  return {
    place: placeOf(context, span),
    clauses: explained,
    holds,
    score: score + (holds ? 100 : 0),
    reported: (bound === undefined ? undefined : boundSpan(context, bound)) ?? span,
    ...(holds || last?.message === undefined
      ? {}
      : { reason: { code: last.code, message: last.message, clause: last.clause, ...(at === undefined ? {} : { place: at }) } }),
  }
}

/** A candidate with a lower score has hardly anything in common with the rule. */
export const MIN_SCORE = 2

/** Without those that are far off, unless a line has nothing else: then the outermost is kept. */
function keepNear(found: readonly RankedCandidate[], line: number | undefined): readonly RankedCandidate[] {
  const near = found.filter(({ score }) => score >= MIN_SCORE)
  return near.length > 0 || line === undefined ? near : found.slice(0, 1)
}

/** One candidate for each range: a statement and the call that it consists of have nearly the same. The nearest first, then by position. */
function distinct(found: readonly RankedCandidate[]): readonly RankedCandidate[] {
  const best = new Map<string, RankedCandidate>()
  for (const each of found) {
    const id = `${each.place.line}:${each.place.column}:${each.place.text.replace(/;$/, '')}`
    const known = best.get(id)
    if (known === undefined || each.score > known.score) best.set(id, each)
  }
  return [...best.values()].toSorted((left, right) => right.score - left.score || left.reported.start - right.reported.start)
}
