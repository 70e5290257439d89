import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** The value that a class body of this file assigns to the field `self.name` or `Shop.name`; -1 for none. */
export function classFieldValue(low: PythonLowering, node: number): number {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  if (kindOf(low, node) !== id.attribute) return -1
  const body = classBodyOf(low, childByField(tree, node, field.object))
  if (body < 0) return -1
  const name = nodeText(tree, text, childByField(tree, node, field.attribute))
  for (const statement of namedChildren(tree, body)) {
    const assignment = kindOf(low, statement) === id.expression_statement ? firstNamedChild(tree, statement) : -1
    if (assignment < 0 || kindOf(low, assignment) !== id.assignment) continue
    if (nodeText(tree, text, childByField(tree, assignment, field.left)) === name) return childByField(tree, assignment, field.right)
  }
  return -1
}

/** The body of the class of the receiver, or of the class that the object names. */
function classBodyOf(low: PythonLowering, object: number): number {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  if (kindOf(low, object) !== id.identifier) return -1
  const word = nodeText(tree, text, object)
  let home = -1
  if (word === 'self' || word === 'cls') {
    home = object
    while (home > 0 && kindOf(low, home) !== id.class_definition) home = tree.parent[home]
  } else {
    const declaration = low.names.declarationOf[object]
    home = declaration < 0 ? -1 : tree.parent[declaration]
  }
  return home > 0 && kindOf(low, home) === id.class_definition ? childByField(tree, home, field.body) : -1
}
