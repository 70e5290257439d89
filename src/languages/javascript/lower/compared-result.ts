import { childByField } from '../../../model/tree-access.ts'
import { type Condition, foundUnder, negated, NOTHING_CHECKED, stillKnown, together } from '../../lowering/refine.ts'
import { resultCondition } from '../../lowering/result-condition.ts'
import { places } from './checked-places.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'

/** `const job = jobs[name]`: where it is there, the name is one of the table's. */
function tableCondition(low: JavaScriptLowering, node: number): Condition {
  const held = low.syntax.unwrap(low.tree, low.symbols.valueOf(node))
  if (held === node || low.valueAt[held] < 0 || kindOf(low, held) !== low.kinds.id.subscript_expression) return NOTHING_CHECKED
  return stillKnown(low, foundUnder(places(low, childByField(low.tree, held, low.kinds.field.index)), held))
}

/** `result.ok === true`, `error == null`: where it holds, what the part of the result tells. */
export function comparedResult(low: JavaScriptLowering, place: number, answer: number): Condition | undefined {
  const { tree, symbols, kinds } = low
  const inner = low.syntax.unwrap(tree, place)
  const kind = kindOf(low, inner)
  if (kind !== kinds.id.identifier && kind !== kinds.id.member_expression) return undefined
  const known = symbols.constantOf(answer)
  const isNothing = known === null || kindOf(low, low.syntax.unwrap(tree, answer)) === kinds.id.undefined
  if (!isNothing && typeof known !== 'boolean') return undefined
  const condition = together([resultCondition(low, inner, places), tableCondition(low, inner)])
  return known === true ? condition : negated(condition)
}
