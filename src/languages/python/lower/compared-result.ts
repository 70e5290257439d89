import { type Condition, negated, NOTHING_CHECKED } from '../../lowering/refine.ts'
import { resultCondition } from '../../lowering/result-condition.ts'
import { places } from './checked-places.ts'
import { kindOf, type PythonLowering } from './python-lowering.ts'

/** `result.ok is True`, `why is None`, `ok == False`: what the part of the result tells. */
export function comparedResult(low: PythonLowering, operator: string, left: number, right: number): Condition {
  const { kinds, symbols } = low
  const kind = kindOf(low, low.syntax.unwrap(low.tree, left))
  if (kind !== kinds.id.identifier && kind !== kinds.id.attribute && kind !== kinds.id.subscript) return NOTHING_CHECKED
  const known = symbols.constantOf(right)
  const isNothing = kindOf(low, right) === kinds.id.none
  if ((!isNothing && typeof known !== 'boolean') || !/^(?:==|!=|is(?: not)?)$/.test(operator)) return NOTHING_CHECKED
  const condition = resultCondition(low, low.syntax.unwrap(low.tree, left), places)
  const isTrue = known === true
  return isTrue === (operator === '==' || operator === 'is') ? condition : negated(condition)
}
