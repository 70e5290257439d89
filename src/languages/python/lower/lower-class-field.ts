import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { addField } from '../../lowering/declare-class.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { typeOf } from './read-type.ts'

/** Lowers `name: Type = value` in a class body. */
export function lowerClassField(low: PythonLowering, statement: number, classIndex: number): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const assignment = firstNamedChild(tree, statement)
  if (assignment < 0) return
  if (kindOf(low, assignment) !== id.assignment) {
    lowerExpression(low, assignment)
    return
  }
  const left = childByField(tree, assignment, field.left)
  const annotation = childByField(tree, assignment, field.type)
  const right = childByField(tree, assignment, field.right)
  const typeNode = annotation < 0 ? -1 : firstNamedChild(tree, annotation)
  if (left < 0 || kindOf(low, left) !== id.identifier) {
    lowerExpression(low, assignment)
    return
  }
  const name = nodeText(tree, text, left)
  const type = typeOf(low, typeNode)
  if (type >= 0) addField(low, classIndex, name, type, true)
  if (right >= 0) addField(low, classIndex, name, lowerExpression(low, right), false)
}
