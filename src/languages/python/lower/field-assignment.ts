import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import type { ClassMember } from './read-class.ts'

/** A class attribute that is assigned the result of a call. */
export interface FieldAssignment {
  readonly name: string
  /** The node of its name. */
  readonly node: number
  readonly call: number
}

/** The class attribute that a statement assigns from a call; undefined for other statements. */
export function fieldAssignment(low: PythonLowering, { node }: ClassMember): FieldAssignment | undefined {
  const { tree, text } = low
  const { id, field } = low.kinds
  const assignment = kindOf(low, node) === id.expression_statement ? firstNamedChild(tree, node) : -1
  if (assignment < 0 || kindOf(low, assignment) !== id.assignment) return undefined
  const name = childByField(tree, assignment, field.left)
  const call = childByField(tree, assignment, field.right)
  if (call < 0 || kindOf(low, name) !== id.identifier || kindOf(low, call) !== id.call) return undefined
  return { name: nodeText(tree, text, name), node: name, call }
}
