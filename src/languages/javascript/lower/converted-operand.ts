import { childByField, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** The string that `Number(x)` or `+x` converts, also through a variable. */
export function convertedOperand(low: JavaScriptLowering, node: number): number | undefined {
  const { tree, text, kinds, symbols } = low
  const inner = low.syntax.unwrap(tree, node)
  const made = kindOf(low, inner) === kinds.id.identifier ? low.syntax.unwrap(tree, symbols.valueOf(inner)) : inner
  if (kindOf(low, made) === kinds.id.unary_expression)
    return nodeText(tree, text, childByField(tree, made, kinds.field.operator)) === '+' ? childByField(tree, made, kinds.field.argument) : undefined
  const site = kindOf(low, made) === kinds.id.call_expression ? low.syntax.callAt(tree, text, made) : undefined
  return site !== undefined && symbols.nameOf(site.callee) === 'Number' ? site.arguments[0]?.node : undefined
}
