import { childByField, nodeText } from '../../../model/tree-access.ts'
import type { ConditionForm } from '../../lowering/condition-form.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

const CONNECTIVES: ReadonlyMap<string, 'all' | 'any'> = new Map([
  ['&&', 'all'],
  ['||', 'any'],
])

/** The form of a condition: `!x`, `x && y`, `x || y`, a variable, or another. */
export function conditionForm(low: JavaScriptLowering, node: number): ConditionForm {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const kind = kindOf(low, node)
  if (kind === id.identifier) return { kind: 'name' }
  if (kind !== id.unary_expression && kind !== id.binary_expression) return { kind: 'other' }
  const operator = nodeText(tree, text, childByField(tree, node, field.operator))
  if (kind === id.unary_expression)
    return operator === '!' ? { kind: 'negation', operand: childByField(tree, node, field.argument) } : { kind: 'other' }
  const connective = CONNECTIVES.get(operator)
  if (connective === undefined) return { kind: 'other' }
  return { kind: connective, left: childByField(tree, node, field.left), right: childByField(tree, node, field.right) }
}
