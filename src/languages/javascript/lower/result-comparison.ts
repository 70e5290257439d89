import { childByField } from '../../../model/tree-access.ts'
import { type BranchFacts, membershipFacts, negate, NO_FACTS, unionFacts } from '../../lowering/guard-facts.ts'
import { stillValid } from '../../lowering/refine.ts'
import { callResultFacts } from '../../lowering/call-result-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Facts of `const job = jobs[name]`: if it exists, the name is a key of the table. */
function lookupFacts(low: JavaScriptLowering, node: number): BranchFacts {
  const held = low.syntax.unwrap(low.tree, low.symbols.valueOf(node))
  if (held === node || low.valueAt[held] < 0 || kindOf(low, held) !== low.kinds.id.subscript_expression) return NO_FACTS
  return stillValid(low, membershipFacts(factsOn(low, childByField(low.tree, held, low.kinds.field.index)), held))
}

/** Facts of `result.ok === true` and `error == null`. */
export function resultComparisonFacts(low: JavaScriptLowering, place: number, answer: number): BranchFacts | undefined {
  const { tree, symbols, kinds } = low
  const inner = low.syntax.unwrap(tree, place)
  const kind = kindOf(low, inner)
  if (kind !== kinds.id.identifier && kind !== kinds.id.member_expression) return undefined
  const known = symbols.constantOf(answer)
  const isNothing = known === null || kindOf(low, low.syntax.unwrap(tree, answer)) === kinds.id.undefined
  if (!isNothing && typeof known !== 'boolean') return undefined
  const condition = unionFacts([callResultFacts(low, inner, factsOn), lookupFacts(low, inner)])
  return known === true ? condition : negate(condition)
}
