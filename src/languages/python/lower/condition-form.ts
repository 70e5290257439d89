import { childByField, nodeText } from '../../../model/tree-access.ts'
import type { ConditionForm } from '../../lowering/condition-form.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** The form of a condition: `not x`, `x and y`, `x or y`, a variable, or another. */
export function conditionForm(low: PythonLowering, node: number): ConditionForm {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  switch (kindOf(low, node)) {
    case id.identifier:
      return { kind: 'name' }
    case id.not_operator:
      return { kind: 'negation', operand: childByField(tree, node, field.argument) }
    case id.boolean_operator: {
      const isAnd = nodeText(tree, text, childByField(tree, node, field.operator)) === 'and'
      return { kind: isAnd ? 'all' : 'any', left: childByField(tree, node, field.left), right: childByField(tree, node, field.right) }
    }
    default:
      return { kind: 'other' }
  }
}
