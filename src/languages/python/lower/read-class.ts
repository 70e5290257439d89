import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** The syntax of a class. */
export interface ClassSyntax {
  readonly node: number
  /** Its identifier (-1 for none) and its text. */
  readonly nameNode: number
  readonly name: string
  readonly decorators: readonly number[]
  /** Its superclasses, and the text of the superclass list. */
  readonly bases: readonly number[]
  readonly basesText: string
  readonly members: readonly ClassMember[]
}

/** A statement of a class body. */
export interface ClassMember {
  readonly node: number
  /** The decorated definition, or the statement itself. */
  readonly inner: number
  readonly isMethod: boolean
}

/** Reads the syntax of a class with the decorators above it. Lowers nothing. */
export function readClass(low: PythonLowering, node: number, decorators: readonly number[]): ClassSyntax {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const nameNode = childByField(tree, node, field.name)
  const supers = childByField(tree, node, field.superclasses)
  const body = childByField(tree, node, field.body)
  return {
    node,
    nameNode,
    name: nameNode < 0 ? '' : nodeText(tree, text, nameNode),
    decorators,
    bases: supers < 0 ? [] : namedChildren(tree, supers).filter((each) => kindOf(low, each) !== id.keyword_argument && kindOf(low, each) !== 0),
    basesText: supers < 0 ? '' : nodeText(tree, text, supers),
    members: body < 0 ? [] : namedChildren(tree, body).map((member) => readMember(low, member)),
  }
}

function readMember(low: PythonLowering, node: number): ClassMember {
  const { id, field } = low.kinds
  const inner = kindOf(low, node) === id.decorated_definition ? childByField(low.tree, node, field.definition) : node
  return { node, inner, isMethod: kindOf(low, inner) === id.function_definition }
}
