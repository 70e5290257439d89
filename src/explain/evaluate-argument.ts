import type { Bindings } from '../model/bindings.ts'
import { matcherOfCall, namesOfCall } from '../model/passed-argument.ts'
import type { PassedArgumentSpec } from '../model/rule-spec.ts'
import type { Evaluate, Evaluation } from './evaluation.ts'
import { explainCallee } from './explain-failure.ts'
import { listOf } from './list-of.ts'
import { type NodeScope, solve } from './node-scope.ts'
import { quoteList } from './quote-list.ts'
import { labelOf, partOf, writeClause, type WrittenMatcher } from './written-clause.ts'

/** `argument` with `of` and `at`: shows the call around the node, and why it is another or passes the node elsewhere. */
export function evaluateArgument(
  scope: NodeScope,
  written: WrittenMatcher,
  node: number,
  known: readonly Bindings[],
  { argument, evaluate }: { readonly argument: PassedArgumentSpec; readonly evaluate: Evaluate },
): Evaluation {
  const solutions = solve(scope, scope.compile(written, { argument }, 'argument'), node, known)
  const [before] = known
  const call = callAround(scope, node)
  const base = { code: 'argument', clause: labelOf(written.label, 'argument'), written: writeClause(argument), before } as const
  if (solutions.length > 0)
    return { holds: true, solutions, score: 4, clauses: [{ ...base, holds: true, node: call, after: solutions[0], message: undefined }] }
  const message = call < 0 ? 'No call is around this code.' : explainPlace(scope, written, call, { argument, evaluate, known })
  return { holds: false, solutions, score: 0, clauses: [{ ...base, holds: false, node: call < 0 ? node : call, after: before, message }] }
}

function callAround({ context: { tree, syntax } }: NodeScope, node: number): number {
  let at = tree.parent[node]
  while (at >= 0 && !syntax.callTypes.has(tree.type[at])) at = tree.parent[at]
  return at
}

function explainPlace(
  scope: NodeScope,
  written: WrittenMatcher,
  call: number,
  { argument, evaluate, known }: { readonly argument: PassedArgumentSpec; readonly evaluate: Evaluate; readonly known: readonly Bindings[] },
): string {
  const clause = labelOf(written.label, 'argument', 'of')
  const matcher = matcherOfCall(argument)
  const part = partOf(written, matcher ?? { call: [...listOf(namesOfCall(argument))] }, 'argument', 'of')
  const { holds, clauses } = evaluate(scope, part, call, known)
  if (holds) return `The code is not the argument ${quoteList(listOf(argument.at).map(String), 'or')} of this call.`
  return matcher === undefined
    ? explainCallee(scope, namesOfCall(argument), call, clause).message
    : (clauses.at(-1)?.message ?? `\`${clause}\` does not match.`)
}
