import { BOUNDS } from '../../../model/bounds.ts'
import { childByField, namedChildren } from '../../../model/tree-access.ts'
import type { GuardFact } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Maximum length of a call chain. */
const MAX_CHAINED = BOUNDS.queryChain.value
/** Maximum nesting of objects. */
const MAX_DEPTH = BOUNDS.queryObjectDepth.value

/** Facts about the values of a query that are not direct arguments: `find({ where: { name } })`, `table.where('name', name).first()`. */
export function queryFacts(low: JavaScriptLowering, call: number): readonly GuardFact[] {
  const { tree, text, kinds } = low
  const found: GuardFact[] = []
  let at = call
  for (let steps = 0; steps < MAX_CHAINED; steps++) {
    const site = low.syntax.callAt(tree, text, at)
    if (site === undefined) break
    for (const { node } of site.arguments) found.push(...factsWithin(low, node, at === call ? 0 : 1))
    const callee = low.syntax.unwrap(tree, site.callee)
    if (kindOf(low, callee) !== kinds.id.member_expression) break
    at = low.syntax.unwrap(tree, childByField(tree, callee, kinds.field.object))
  }
  return found
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
