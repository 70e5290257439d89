import { BOUNDS } from '../../../model/bounds.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { constructorConstrainedFields } from './constrained-fields.ts'
import { isSanitizingType, typeTextOf } from './sanitizing-type.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import type { ClassMember } from './read-class.ts'

/**
 * Names of fields in which a constructor stores a parameter of a sanitizing type (`def __init__(self, size: int): self.size = size`) or a value that
 * it checks.
 */
export function constrainedConstructorFields(low: PythonLowering, members: readonly ClassMember[]): readonly string[] {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const isConstructor = ({ inner, isMethod }: ClassMember): boolean =>
    isMethod && nodeText(tree, text, childByField(tree, inner, field.name)) === '__init__'
  const constructor = members.find(isConstructor)
  if (constructor === undefined) return []
  const parameters = namedChildren(tree, childByField(tree, constructor.inner, field.parameters))
  const typed = parameters.filter((each) => kindOf(low, each) === id.typed_parameter || kindOf(low, each) === id.typed_default_parameter)
  if (parameters.length < 2) return []
  const body = nodeText(tree, text, childByField(tree, constructor.inner, field.body))
  const chosen = body.length < MAX_TEXT && CHECKS_OR_CHOOSES.test(body) ? constructorConstrainedFields(body) : []
  const kept = new Set(Array.from(body.matchAll(FIELD_COPY), ([, name, given]) => (name === given ? name : '')))
  const harmless = typed.flatMap((parameter) => {
    const named = childByField(tree, parameter, field.name)
    const name = nodeText(tree, text, named >= 0 ? named : firstNamedChild(tree, parameter))
    return kept.has(name) && isSanitizingType(low, typeTextOf(low, childByField(tree, parameter, field.type))) ? [name] : []
  })
  return [...harmless, ...chosen]
}

/** Without these words no field is checked or chosen. */
const CHECKS_OR_CHOOSES = /\braise\b|\belse\b/
/** Longer constructors are skipped. */
const MAX_TEXT = BOUNDS.constructorText.value

/** Matches `self.size = size`. */
const FIELD_COPY = /\bself\.(\w+)\s*(?::[^=\n]+)?=\s*(\w+)[ \t]*(?:#.*)?(?:\r?\n|$)/g
