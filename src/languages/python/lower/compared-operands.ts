import { childByField } from '../../../model/tree-access.ts'
import type { GuardFact } from '../../lowering/guard-facts.ts'
import { stillValid } from '../../lowering/refine.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Expressions that a comparison of sizes may bound: `n`, or `w` and `h` of `w * h`, also through a variable. Rules know which. */
export function boundedOperands(low: PythonLowering, node: number, depth = 0): GuardFact[] {
  const { tree, kinds, symbols } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (inner < 0 || depth > 3) return []
  if (kindOf(low, inner) === id.binary_operator)
    return [field.left, field.right].flatMap((side) => boundedOperands(low, childByField(tree, inner, side), depth + 1))
  const held = kindOf(low, inner) === id.identifier ? symbols.valueOf(inner) : inner
  if (held === inner || held < 0 || low.valueAt[held] < 0 || kindOf(low, held) !== id.binary_operator) return factsOn(low, inner)
  return [...factsOn(low, inner), ...stillValid(low, { whenTrue: boundedOperands(low, held, depth + 1), whenFalse: [] }).whenTrue]
}

/** The receiver and arguments of a call whose result is compared. Rules know which are guarded. */
export function comparedOperands(low: PythonLowering, node: number): GuardFact[] {
  const { tree, text, kinds } = low
  const inner = low.syntax.unwrap(tree, node)
  const site = kindOf(low, inner) === kinds.id.call ? low.syntax.callAt(tree, text, inner) : undefined
  if (site === undefined) return []
  const object = childByField(tree, low.syntax.unwrap(tree, site.callee), kinds.field.object)
  return [...(object < 0 ? [] : factsOn(low, object)), ...site.arguments.flatMap((argument) => factsOn(low, argument.node))]
}
