import type { Bindings, Bound } from '../model/bindings.ts'
import type { ConstraintSpec } from '../model/rule-spec.ts'
import type { Failure } from './explain-failure.ts'
import { bindExplained, EXPLAINED, explainConstraint } from './explain-value.ts'
import { type NodeScope, solve } from './node-scope.ts'
import type { WrittenMatcher } from './written-clause.ts'

/** A value in code that fails a constraint. */
export interface FailedNodeValue {
  readonly written: WrittenMatcher
  /** The node that the matcher is tested at. */
  readonly node: number
  readonly bindings: Bindings
  readonly name: string
  readonly bound: Bound | undefined
  readonly constraint: ConstraintSpec
  readonly clause: string
}

/** Like `explainConstraint`, for a value that is bound at a node. */
export function explainNodeValue(scope: NodeScope, value: FailedNodeValue): Failure & { readonly clause: string } {
  const { written, node, bindings, bound } = value
  const failure = explainConstraint(scope.context, {
    ...value,
    holds: (constraint, key) => {
      if (bound === undefined) return false
      const matcher = scope.compile(written, { where: { [EXPLAINED]: constraint } }, `explained/${key}`)
      return solve(scope, matcher, node, [bindExplained(bindings, bound)]).length > 0
    },
  })
  const at = bound?.kind === 'node' ? bound.node : bound?.kind === 'nodes' ? bound.nodes[0] : undefined
  return { ...failure, node: at ?? node }
}
