import { childByField, namedChildren } from '../../../model/tree-access.ts'
import { chainedCalls } from '../../lowering/chained-calls.ts'
import type { GuardFact } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Facts about the values of a query that are not arguments of the call itself: `query(T).filter_by(name=name).first()`, `filter(T.name == name)`. */
export function queryFacts(low: PythonLowering, call: number): readonly GuardFact[] {
  const { tree, kinds } = low
  const { id, field } = kinds
  const receiverOf = (callee: number): number => (kindOf(low, callee) === id.attribute ? childByField(tree, callee, field.object) : -1)
  const operandsAt = (node: number): readonly number[] => (kindOf(low, node) === id.comparison_operator ? namedChildren(tree, node) : [node])
  const [, ...inner] = chainedCalls(low, call, receiverOf)
  return inner.flatMap((site) => site.arguments.flatMap(({ node }) => operandsAt(node).flatMap((each) => factsOn(low, each))))
}
