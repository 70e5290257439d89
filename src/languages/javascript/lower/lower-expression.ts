import { SYNTHETIC_KEY, OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { lowerThrow } from '../../lowering/control-flow.ts'
import { quotedOperand } from '../../lowering/quoted-operand.ts'
import { load, loadIndexed, addNary, storeField, addValue } from '../../lowering/values.ts'
import { readVariable } from '../../lowering/variables.ts'
import { refineAccessPath } from '../../lowering/refine.ts'
import { receiverVariable } from '../../lowering/variable-ids.ts'
import { isFieldFunction } from './field-function.ts'
import { combine, kindOf, lowerExpression, mixOperands, recordExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { lowerRegex } from './lower-regex.ts'
import { lowerCallExpression } from './lower-call-expression.ts'
import { lowerClass } from './lower-class.ts'
import { lowerArray, lowerObject } from './lower-collection.ts'
import { lowerFunctionValue } from './lower-functions.ts'
import { lowerElement } from './lower-jsx.ts'
import { lowerNamespace } from './lower-module.ts'
import { lowerCoarsely, lowerName } from './lower-names.ts'
import { lowerAssignment, lowerAugmented, lowerBinary, lowerTernary } from './lower-operators.ts'
import { assignTo } from './lower-pattern.ts'
import { lowerRequestData } from './request-schema.ts'
import { constantKey } from './property-name.ts'
import { accessPathOf } from './guarded-expressions.ts'
import { typeOf } from './read-type.ts'

/** Lowers an expression and records its value. */
export function visitExpression(low: JavaScriptLowering, node: number): number {
  const made = recordExpression(low, node, lowerKind, lowerCoarsely)
  return low.usesRequestSchemas ? lowerRequestData(low, node, made) : made
}

function lowerKind(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  const child = (name: number): number => childByField(tree, node, name)
  switch (kindOf(low, node)) {
    case id.identifier:
    case id.shorthand_property_identifier:
    case id.type_identifier:
      return lowerName(low, node)
    case id.this:
      return readVariable(low, receiverVariable(low.names.declarationOf[node]), node)
    case id.super:
      // The receiver with the methods of the superclass.
      return load(low, readVariable(low, receiverVariable(receiverHome(low, node)), node), SYNTHETIC_KEY.super, node)
    case id.parenthesized_expression:
    case id.await_expression:
    case id.non_null_expression:
    case id.satisfies_expression:
    case id.instantiation_expression:
    case id.computed_property_name:
    case id.jsx_expression:
    case id.spread_element:
      return lowerExpression(low, firstNamedChild(tree, node))
    case id.as_expression: {
      const [held = -1, as = -1] = namedChildren(tree, node)
      const made = lowerExpression(low, held)
      const type = typeOf(low, as)
      return type < 0 ? made : addValue(low, OP.phi, node, made, type)
    }
    case id.type_assertion:
      return lowerExpression(low, namedChildren(tree, node).at(-1) ?? -1)
    case id.sequence_expression:
      return namedChildren(tree, node).reduce((_, part) => lowerExpression(low, part), -1)
    case id.member_expression:
      return lowerMember(low, node)
    case id.subscript_expression:
      return lowerSubscript(low, node)
    case id.call_expression:
    case id.new_expression:
      return lowerCallExpression(low, node)
    case id.template_string:
      return lowerTemplate(low, node)
    case id.binary_expression:
      return lowerBinary(low, node)
    case id.ternary_expression:
      return lowerTernary(low, node)
    case id.unary_expression:
    case id.update_expression: {
      const operand = child(field.argument)
      lowerExpression(low, operand)
      if (operand >= 0 && nodeText(tree, low.text, child(field.operator)) === 'delete')
        assignTo(low, low.syntax.unwrap(tree, operand), addValue(low, OP.unknown, node))
      return addValue(low, OP.unknown, node)
    }
    case id.assignment_expression:
      return lowerAssignment(low, node)
    case id.augmented_assignment_expression:
      return lowerAugmented(low, node)
    case id.array:
      return lowerArray(low, node)
    case id.object:
      return lowerObject(low, node)
    case id.arrow_function:
    case id.function_expression:
    case id.generator_function:
      return lowerFunctionValue(low, node)
    case id.class:
      return lowerClass(low, node)
    case id.yield_expression: {
      const inner = firstNamedChild(tree, node)
      const delegated = inner > 0 && tree.start[inner] > tree.start[node] && low.text.slice(tree.start[node], tree.start[inner]).includes('*')
      if (inner >= 0) {
        const given = lowerExpression(low, inner)
        low.store.addOperand(low.frame.result, delegated ? given : storeField(low, addValue(low, OP.unknown, node), undefined, given, node))
        // The return value of the delegated generator.
        if (delegated) return given
      }
      return addValue(low, OP.unknown, node)
    }
    case id.jsx_element:
    case id.jsx_self_closing_element:
      return lowerElement(low, node)
    case id.string:
    case id.number:
    case id.true:
    case id.false:
    case id.null:
    case id.undefined:
      return addValue(low, OP.unknown, node)
    case id.regex:
      return lowerRegex(low, node)
    case id.internal_module:
    case id.module:
      return lowerNamespace(low, node)
    case id.throw_statement:
      lowerThrow(low, lowerExpression(low, firstNamedChild(tree, node)))
      return addValue(low, OP.unknown, node)
    default:
      return mixOperands(low, node, lowerExpression)
  }
}

function lowerTemplate(low: JavaScriptLowering, node: number): number {
  const substitutions = namedChildren(low.tree, node).filter((part) => kindOf(low, part) === low.kinds.id.template_substitution)
  return combine(low, node, substitutions, (_, part) => lowerSubstitution(low, node, part))
}

/** Creates a value of its own for text behind the host of a URL, because rules may know that it does not choose the host. */
function lowerSubstitution(low: JavaScriptLowering, template: number, part: number): number {
  const { tree, text } = low
  const parts = namedChildren(tree, template)
  const at = parts.indexOf(part)
  const inner = quotedOperand(low, part, lowerExpression(low, firstNamedChild(tree, part)), {
    before: fragmentText(low, parts[at - 1]),
    after: fragmentText(low, parts[at + 1]),
  })
  const before = text.slice(tree.start[template], tree.start[part])
  if (!HOST_AND_MORE.test(before)) return inner
  const made = addNary(low, OP.combine, part, [inner])
  low.valueAt[part] = made
  return made
}

function fragmentText(low: JavaScriptLowering, part: number | undefined): string {
  return part === undefined || kindOf(low, part) === low.kinds.id.template_substitution ? '' : nodeText(low.tree, low.text, part)
}

/** Matches `https://${region}.example.com/` and `${service}/v1/`, with any text behind. */
const HOST_AND_MORE = /^`(?:(?:https?|wss?):\/\/(?:[^/?#$]*\$\{[^{}]*\})+[^/?#$]*[/?#]|\$\{[^{}]*\}[^$]*[/?#])/

function receiverHome(low: JavaScriptLowering, node: number): number {
  let home = low.names.functionOf[node]
  while (home > 0 && kindOf(low, home) === low.kinds.id.arrow_function && !isFieldFunction(low.tree, low.text, low.kinds, home))
    home = low.names.functionOf[home]
  return home
}

function lowerMember(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const property = childByField(tree, node, kinds.field.property)
  const base = lowerExpression(low, childByField(tree, node, kinds.field.object))
  const made = load(low, base, property < 0 ? undefined : nodeText(tree, low.text, property), node)
  const path = low.frame.guardsPaths ? accessPathOf(low, node) : undefined
  return path === undefined ? made : refineAccessPath(low, path, made, node)
}

function lowerSubscript(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const index = childByField(tree, node, kinds.field.index)
  const base = lowerExpression(low, childByField(tree, node, kinds.field.object))
  const named = lowerExpression(low, index)
  const made = loadIndexed(low, base, constantKey(low, index), named, node)
  const path = low.frame.guardsPaths ? accessPathOf(low, node) : undefined
  return path === undefined ? made : refineAccessPath(low, path, made, node)
}
