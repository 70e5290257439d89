import { BOUNDS } from '../../../model/bounds.ts'
import { childByField, namedChildren } from '../../../model/tree-access.ts'
import { chainedCalls } from '../../lowering/chained-calls.ts'
import type { GuardFact } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Maximum nesting of objects. */
const MAX_DEPTH = BOUNDS.queryObjectDepth.value

/** Facts about the values of a query that are not direct arguments: `find({ where: { name } })`, `table.where('name', name).first()`. */
export function queryFacts(low: JavaScriptLowering, call: number): readonly GuardFact[] {
  const { id, field } = low.kinds
  const receiverOf = (callee: number): number => (kindOf(low, callee) === id.member_expression ? childByField(low.tree, callee, field.object) : -1)
  return chainedCalls(low, call, receiverOf).flatMap((site, index) =>
    site.arguments.flatMap(({ node }) => factsWithin(low, node, index === 0 ? 0 : 1)),
  )
}

/** For an argument of the call itself, only values inside an object count. */
function factsWithin(low: JavaScriptLowering, node: number, depth: number): readonly GuardFact[] {
  const { tree, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (kindOf(low, inner) !== id.object) return depth === 0 ? [] : factsOn(low, inner)
  if (depth > MAX_DEPTH) return []
  return namedChildren(tree, inner).flatMap((child) => {
    if (kindOf(low, child) === id.pair) return factsWithin(low, childByField(tree, child, field.value), depth + 1)
    const declaration = kindOf(low, child) === id.shorthand_property_identifier ? low.names.declarationOf[child] : -1
    return declaration < 0 ? [] : [{ target: { variable: declaration }, node: child, guard: -1, argument: -1, outcome: 'true' }]
  })
}
