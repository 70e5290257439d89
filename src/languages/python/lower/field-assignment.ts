import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import type { ClassMember } from './read-class.ts'

/** A class attribute that is assigned the result of a call. */
export interface FieldAssignment {
  readonly name: string
  readonly node: number
  /** The source text of the call and of its validators. */
  readonly constructorText: string
}

/** The class attribute that a statement assigns from a call; undefined for other statements. */
export function fieldAssignment(low: PythonLowering, { node }: ClassMember): FieldAssignment | undefined {
  const { tree, text } = low
  const { id, field } = low.kinds
  const assignment = kindOf(low, node) === id.expression_statement ? firstNamedChild(tree, node) : -1
  if (assignment < 0 || kindOf(low, assignment) !== id.assignment) return undefined
  const name = childByField(tree, assignment, field.left)
  const right = childByField(tree, assignment, field.right)
  if (right < 0 || kindOf(low, name) !== id.identifier || kindOf(low, right) !== id.call) return undefined
  return { name: nodeText(tree, text, name), node: name, constructorText: withNamedValidators(low, nodeText(tree, text, right)) }
}

/** The text of the call, followed by the definitions of validators that the file names: `validators=[slug]`. */
function withNamedValidators(low: PythonLowering, made: string): string {
  const names = /\bvalidators\s*=\s*[[(]([\w\s,]+)[\])]/.exec(made)?.[1].split(',') ?? []
  return [made, ...names.map((name) => assignedText(low, name.trim()))].join(' ')
}

/** The text of the value that the file assigns to a name. */
function assignedText({ tree, text, moduleVariables, kinds }: PythonLowering, name: string): string {
  const declaration = moduleVariables.get(name)
  const assignment = declaration === undefined ? -1 : tree.parent[declaration]
  const right = assignment < 0 ? -1 : childByField(tree, assignment, kinds.field.right)
  return right < 0 ? '' : nodeText(tree, text, right)
}
