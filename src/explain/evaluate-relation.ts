import type { Bindings } from '../model/bindings.ts'
import { boundSpan, lookup, MATCH } from '../model/bound.ts'
import { NODE_NAMED } from '../model/tree.ts'
import type { Evaluate, Evaluation } from './evaluation.ts'
import { type NodeScope, solve } from './node-scope.ts'
import { labelOf, partOf, type TestedClause, writeClause, type WrittenMatcher } from './written-clause.ts'

export const RELATIONS = ['inside', 'has', 'follows', 'precedes'] as const
type RelationKey = (typeof RELATIONS)[number]

/** Nodes that are searched for one that comes near. */
const MAX_RELATED = 200

const NOWHERE: Readonly<Record<RelationKey, string>> = {
  inside: 'no code around it matches',
  has: 'no code in it matches',
  follows: 'no code before it matches',
  precedes: 'no code after it matches',
}

/** A relation to another node: shows the node that it found, or the one that came nearest. */
export function evaluateRelation(
  scope: NodeScope,
  written: WrittenMatcher,
  node: number,
  known: readonly Bindings[],
  key: RelationKey,
  evaluate: Evaluate,
): Evaluation {
  const relation = written.spec[key]
  const { until: _, ...inner } = relation ?? {}
  const solutions = solve(scope, scope.compile(written, { [key]: relation }, key), node, known)
  const [before] = known
  const clause = labelOf(written.label, key)
  const base = { code: key, clause, written: writeClause(relation), before } as const
  const part = partOf(written, inner, key)
  const related = relatedNodes(scope, node, key)
  if (solutions.length > 0) {
    const found = related.find((each) => evaluate(scope, part, each, known).holds)
    return { holds: true, solutions, score: 2, clauses: [{ ...base, holds: true, node: found, after: solutions[0], message: undefined }] }
  }
  const [nearest] = related
    .map((each) => ({ node: each, evaluation: evaluate(scope, part, each, known) }))
    .toSorted((left, right) => right.evaluation.score - left.evaluation.score)
  const message = `${capitalise(NOWHERE[key])} \`${clause}\`${describeNearest(scope, nearest)}.`
  const at = nearest !== undefined && nearest.evaluation.score > 0 ? nearest.node : node
  return { holds: false, solutions: [], score: 0, clauses: [{ ...base, holds: false, node: at, after: before, message }] }
}

function describeNearest({ context }: NodeScope, nearest: { readonly node: number; readonly evaluation: Evaluation } | undefined): string {
  if (nearest === undefined || nearest.evaluation.score === 0) return ''
  const { line } = context.file.lines.positionAt(context.tree.start[nearest.node])
  if (nearest.evaluation.holds) return `: line ${line} matches it, but lies beyond \`until\``
  const failed = nearest.evaluation.clauses.at(-1)
  return failed?.message === undefined ? '' : `; the nearest is line ${line}: ${lowerFirst(failed.message).replace(/\.$/, '')}`
}

/** Named nodes in the direction of a relation, the nearest first. */
function relatedNodes({ context: { tree } }: NodeScope, node: number, key: RelationKey): readonly number[] {
  const isNamed = (at: number): boolean => (tree.flags[at] & NODE_NAMED) !== 0
  const found: number[] = []
  if (key === 'inside') for (let at = tree.parent[node]; at >= 0; at = tree.parent[at]) found.push(at)
  if (key === 'has') for (let at = node + 1; at < tree.next[node] && found.length < MAX_RELATED; at++) if (isNamed(at)) found.push(at)
  if (key === 'follows') for (let at = node - 1; at >= 0 && found.length < MAX_RELATED; at--) if (isNamed(at) && tree.next[at] <= node) found.push(at)
  if (key === 'precedes') for (let at = tree.next[node]; at < tree.count && found.length < MAX_RELATED; at++) if (isNamed(at)) found.push(at)
  return found
}

/** `not`: if the inner matcher holds, shows where. */
export function evaluateNot(scope: NodeScope, written: WrittenMatcher, node: number, known: readonly Bindings[], evaluate: Evaluate): Evaluation {
  const inner = written.spec.not ?? {}
  const clause = labelOf(written.label, 'not')
  const allowed = solve(scope, scope.compile(written, { not: inner }, 'not'), node, known)
  const [before] = known
  const base = { code: 'not', clause, written: writeClause(inner), before } as const
  if (allowed.length > 0)
    return { holds: true, solutions: allowed, score: 1, clauses: [{ ...base, holds: true, node: undefined, after: allowed[0], message: undefined }] }
  const { clauses } = evaluate(scope, partOf(written, inner, 'not'), node, known)
  const shown = clauses.filter(({ holds }) => holds)
  const last = shown.findLast(({ node: at }) => at !== undefined)
  const message = `\`${clause}\` excludes this code, because it matches ${describeHeld(scope, shown, node)}.`
  return { holds: false, solutions: [], score: 0, clauses: [{ ...base, holds: false, node: last?.node ?? node, after: before, message }] }
}

function describeHeld({ context }: NodeScope, clauses: readonly TestedClause[], node: number): string {
  const [main = undefined] = clauses.filter(({ code }) => code !== 'kind')
  const shown = main ?? clauses[0]
  if (shown === undefined) return 'it'
  const bound = shown.node === undefined ? lookup(shown.after, MATCH) : ({ kind: 'node', node: shown.node } as const)
  const span = bound === undefined ? undefined : boundSpan(context, bound)
  const line = span === undefined || shown.node === node ? undefined : context.file.lines.positionAt(span.start).line
  return `\`${shown.clause}\` (\`${shown.written}\`)${line === undefined ? '' : ` on line ${line}`}`
}

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
