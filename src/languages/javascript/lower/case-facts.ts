import { childByField } from '../../../model/tree-access.ts'
import type { GuardFact } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Results of `typeof` whose values have no string content. */
export const SCALAR_TYPES: ReadonlySet<string> = new Set(['number', 'boolean', 'bigint', 'undefined', 'function'])

/** Facts in a case of a switch. */
export function caseFacts(low: JavaScriptLowering, subject: number, matched: number): readonly GuardFact[] {
  const known = low.symbols.constantOf(matched)
  if (known === undefined) return []
  const inner = low.syntax.unwrap(low.tree, subject)
  if (kindOf(low, inner) !== low.kinds.id.unary_expression) return factsOn(low, subject)
  return typeof known === 'string' && SCALAR_TYPES.has(known) ? factsOn(low, childByField(low.tree, inner, low.kinds.field.argument)) : []
}
