import { OP } from '../../../model/program.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { lowerConditional, lowerMember, lowerTemplate, loadMember, operatorOf } from '../../lowering/lower-expression.ts'
import { lowerConstrainedType } from '../../lowering/structural-class.ts'
import { phi, addNary, addValue } from '../../lowering/values.ts'
import { isSanitizingType, typeTextOf } from './sanitizing-type.ts'
import { elementOfBuiltList } from './built-list.ts'
import { extendedList, isList } from './lower-operators.ts'
import { lowerAnnotatedType } from './lower-dependency.ts'
import { constantKey } from './lower-target.ts'
import { assignTo, combine, kindOf, lowerExpression, operandsOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { typeOf } from './read-type.ts'

export function lowerAttribute(low: PythonLowering, node: number): number {
  const { tree, text, kinds } = low
  const attribute = childByField(tree, node, kinds.field.attribute)
  // All fields by name.
  if (attribute >= 0 && nodeText(tree, text, attribute) === '__dict__') return lowerExpression(low, childByField(tree, node, kinds.field.object))
  return lowerMember(low, node)
}

/** `'a' 'b'` */
export function lowerAdjacentStrings(low: PythonLowering, node: number): number {
  return combine(low, node, operandsOf(low, node), lowerExpression)
}

/** `x if condition else y` */
export function lowerTernary(low: PythonLowering, node: number): number {
  const [consequence = -1, condition = -1, alternative = -1] = operandsOf(low, node)
  return lowerConditional(low, node, { condition, consequence, alternative })
}

/** `(name := value)` */
export function lowerNamedExpression(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const made = lowerExpression(low, childByField(tree, node, kinds.field.value))
  assignTo(low, childByField(tree, node, kinds.field.name), made)
  return made
}

export function lowerAssignment(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { field } = kinds
  const right = childByField(tree, node, field.right)
  if (right < 0) return addValue(low, OP.unknown, node)
  const made = lowerExpression(low, right)
  const annotation = childByField(tree, node, field.type)
  const type = annotation < 0 ? -1 : typeOf(low, annotation)
  assignTo(low, childByField(tree, node, field.left), type < 0 ? made : addValue(low, OP.phi, node, made, type))
  return made
}

export function lowerAugmented(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const target = childByField(tree, node, kinds.field.left)
  const right = childByField(tree, node, kinds.field.right)
  const before = lowerExpression(low, target)
  const operator = operatorOf(low, node)
  const made =
    operator === '+=' && isList(low, right)
      ? extendedList(low, node, before, [right])
      : augmentedValue(low, node, operator, before, lowerExpression(low, right))
  assignTo(low, target, made)
  return made
}

/** The value after `text += more`: strings are combined, elements are kept. */
function augmentedValue(low: PythonLowering, node: number, operator: string, before: number, added: number): number {
  switch (operator) {
    case '+=':
      return phi(low, node, [addNary(low, OP.combine, node, [before, added]), before, added])
    case '|=':
      return phi(low, node, [before, added])
    case '%=':
    case '*=':
    case '/=':
      return addNary(low, OP.combine, node, [before, added])
    default:
      return addValue(low, OP.unknown, node)
  }
}

export function lowerString(low: PythonLowering, node: number): number {
  return lowerTemplate(low, node, low.kinds.id.interpolation, finishInterpolation)
}

function finishInterpolation(low: PythonLowering, part: number, made: number): number {
  const { tree, text, kinds } = low
  const format = namedChildren(tree, part).find((child) => kindOf(low, child) === kinds.id.format_specifier)
  return format !== undefined && TAKES_NUMBERS.test(nodeText(tree, text, format)) ? addValue(low, OP.unknown, part) : made
}

/** Format specifiers that accept numbers only: `f'%{byte:02X}'`. */
const TAKES_NUMBERS = /^:[^{}%]*[bdeEfFgGoxX]$/

/** Whether the node is a type alias such as `Sort = Literal['up', 'down']`. Annotations of any file may use it. */
function isConstrainedAlias(low: PythonLowering, node: number): boolean {
  const { tree, symbols, kinds } = low
  const home = tree.parent[node]
  if (home < 0 || kindOf(low, home) !== kinds.id.assignment || childByField(tree, home, kinds.field.right) !== node) return false
  const name = symbols.nameOf(childByField(tree, node, kinds.field.value)) ?? ''
  return TYPE_HOLDERS.test(name) && isSanitizingType(low, typeTextOf(low, node))
}

const TYPE_HOLDERS = /^typing(?:_extensions)?\.(?:Literal|Annotated|Optional|Union|List)$/

export function lowerSubscript(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  const written = childByField(tree, node, field.value)
  const base = lowerExpression(low, written)
  const key = childByField(tree, node, field.subscript)
  if (kindOf(low, key) === id.slice) {
    for (const part of namedChildren(tree, key)) lowerExpression(low, part)
    return addNary(low, OP.phi, node, [base])
  }
  // `Annotated[str, Depends(read)]` has several subscripts.
  // As an alias it denotes the type.
  const annotated = lowerAnnotatedType(low, node)
  if (annotated >= 0) return annotated
  if (isConstrainedAlias(low, node)) return lowerConstrainedType(low, node)
  for (const part of namedChildren(tree, node).slice(1)) lowerExpression(low, part)
  const built = elementOfBuiltList(low, node)
  if (built >= 0) return built
  return loadMember(low, node, base, constantKey(low, key), low.valueAt[key])
}
