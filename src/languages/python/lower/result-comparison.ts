import { type BranchFacts, negate, NO_FACTS } from '../../lowering/guard-facts.ts'
import { callResultFacts } from '../../lowering/call-result-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Facts of `result.ok is True`, `why is None` and `ok == False`. */
export function resultComparisonFacts(low: PythonLowering, operator: string, left: number, right: number): BranchFacts {
  const { kinds, symbols } = low
  const kind = kindOf(low, low.syntax.unwrap(low.tree, left))
  if (kind !== kinds.id.identifier && kind !== kinds.id.attribute && kind !== kinds.id.subscript) return NO_FACTS
  const known = symbols.constantOf(right)
  const isNothing = kindOf(low, right) === kinds.id.none
  if ((!isNothing && typeof known !== 'boolean') || !/^(?:==|!=|is(?: not)?)$/.test(operator)) return NO_FACTS
  const condition = callResultFacts(low, low.syntax.unwrap(low.tree, left), factsOn)
  const isTrue = known === true
  return isTrue === (operator === '==' || operator === 'is') ? condition : negate(condition)
}
