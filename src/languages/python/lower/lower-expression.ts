import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { lowerConstrainedType } from '../../lowering/structural-class.ts'
import { quotedOperand } from '../../lowering/quoted-operand.ts'
import { phi, load, loadIndexed, addNary, storeField, addValue } from '../../lowering/values.ts'
import { refineAccessPath } from '../../lowering/refine.ts'
import { isSanitizingType, typeTextOf } from './sanitizing-type.ts'
import { elementOfBuiltList } from './built-list.ts'
import { lowerCallExpression } from './lower-call-expression.ts'
import { lowerComprehension, lowerDictionary, lowerList } from './lower-collection.ts'
import { lowerFunctionValue } from './lower-function-value.ts'
import { lowerCoarsely, lowerName } from './lower-names.ts'
import { extendedList, isList, lowerBinary, lowerLogical, lowerTernary } from './lower-operators.ts'
import { lowerAnnotatedType } from './lower-dependency.ts'
import { assignTo, constantKey } from './lower-target.ts'
import { combine, kindOf, lowerExpression, mixOperands, operandsOf, recordExpression } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { accessPathOf } from './guarded-expressions.ts'
import { typeOf } from './read-type.ts'

/** Lowers an expression and records its value. */
export function visitExpression(low: PythonLowering, node: number): number {
  return recordExpression(low, node, lowerKind, lowerCoarsely)
}

function lowerKind(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  const child = (name: number): number => childByField(tree, node, name)
  switch (kindOf(low, node)) {
    case id.identifier:
      return lowerName(low, node)
    case id.parenthesized_expression:
    case id.await:
    case id.list_splat:
    case id.dictionary_splat:
      return lowerExpression(low, firstNamedChild(tree, node))
    case id.attribute: {
      const attribute = child(field.attribute)
      // All fields by name.
      if (attribute >= 0 && nodeText(tree, low.text, attribute) === '__dict__') return lowerExpression(low, child(field.object))
      const made = load(low, lowerExpression(low, child(field.object)), attribute < 0 ? undefined : nodeText(tree, low.text, attribute), node)
      const path = low.frame.guardsPaths ? accessPathOf(low, node) : undefined
      return path === undefined ? made : refineAccessPath(low, path, made, node)
    }
    case id.subscript:
      return lowerSubscript(low, node)
    case id.call:
      return lowerCallExpression(low, node)
    case id.string:
      return combine(
        low,
        node,
        operandsOf(low, node).filter((part) => kindOf(low, part) === id.interpolation),
        lowerInterpolation,
      )
    case id.concatenated_string:
      return combine(low, node, operandsOf(low, node), lowerExpression)
    case id.binary_operator:
      return lowerBinary(low, node)
    case id.boolean_operator:
      return lowerLogical(low, node)
    case id.conditional_expression:
      return lowerTernary(low, node)
    case id.comparison_operator:
    case id.not_operator:
    case id.unary_operator:
      for (const part of operandsOf(low, node)) lowerExpression(low, part)
      return addValue(low, OP.unknown, node)
    case id.named_expression: {
      const made = lowerExpression(low, child(field.value))
      assignTo(low, child(field.name), made)
      return made
    }
    case id.assignment: {
      const right = child(field.right)
      if (right < 0) return addValue(low, OP.unknown, node)
      const made = lowerExpression(low, right)
      const annotation = child(field.type)
      const type = annotation < 0 ? -1 : typeOf(low, annotation)
      assignTo(low, child(field.left), type < 0 ? made : addValue(low, OP.phi, node, made, type))
      return made
    }
    case id.augmented_assignment: {
      const target = child(field.left)
      const before = lowerExpression(low, target)
      const operator = child(field.operator)
      const text = operator < 0 ? '' : nodeText(tree, low.text, operator)
      const right = child(field.right)
      const isListSum = text === '+=' && isList(low, right)
      const added = isListSum ? -1 : lowerExpression(low, right)
      const made = isListSum
        ? extendedList(low, node, before, [right])
        : text === '+='
          ? concatenated(low, node, before, added)
          : text === '|='
            ? phi(low, node, [before, added])
            : text === '%=' || text === '*=' || text === '/='
              ? addNary(low, OP.combine, node, [before, added])
              : addValue(low, OP.unknown, node)
      assignTo(low, target, made)
      return made
    }
    case id.list:
    case id.tuple:
    case id.set:
    case id.expression_list:
      return lowerList(low, node)
    case id.dictionary:
      return lowerDictionary(low, node)
    case id.list_comprehension:
    case id.set_comprehension:
    case id.generator_expression:
    case id.dictionary_comprehension:
      return lowerComprehension(low, node)
    case id.lambda:
      return lowerFunctionValue(low, node, { classIndex: -1, isConstructor: false }, [])
    case id.yield: {
      const given = firstNamedChild(tree, node)
      if (given >= 0) {
        const held = lowerExpression(low, given)
        const all = low.text.slice(tree.start[node], tree.start[given]).includes('from')
        low.store.addOperand(low.frame.result, all ? held : storeField(low, addValue(low, OP.unknown, node), undefined, held, node))
        // The return value of the delegated generator.
        if (all) return held
      }
      return addValue(low, OP.unknown, node)
    }
    default:
      return mixOperands(low, node, lowerExpression)
  }
}

/** Lowers `text += more` and `items += more`: strings are combined, elements are kept. */
function concatenated(low: PythonLowering, node: number, before: number, added: number): number {
  return phi(low, node, [addNary(low, OP.combine, node, [before, added]), before, added])
}

function lowerInterpolation(low: PythonLowering, node: number): number {
  const { tree, text, kinds } = low
  const siblings = namedChildren(tree, tree.parent[node])
  const at = siblings.indexOf(node)
  const made = quotedOperand(low, node, lowerExpression(low, childByField(tree, node, kinds.field.expression)), {
    before: contentText(low, siblings[at - 1]),
    after: contentText(low, siblings[at + 1]),
  })
  const format = namedChildren(tree, node).find((part) => kindOf(low, part) === kinds.id.format_specifier)
  return format !== undefined && TAKES_NUMBERS.test(nodeText(tree, text, format)) ? addValue(low, OP.unknown, node) : made
}

function contentText(low: PythonLowering, part: number | undefined): string {
  return part === undefined || nodeText(low.tree, low.text, part).startsWith('{') ? '' : nodeText(low.tree, low.text, part)
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

function lowerSubscript(low: PythonLowering, node: number): number {
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
  const made = loadIndexed(low, base, constantKey(low, key), low.valueAt[key], node)
  const path = low.frame.guardsPaths ? accessPathOf(low, node) : undefined
  return path === undefined ? made : refineAccessPath(low, path, made, node)
}
