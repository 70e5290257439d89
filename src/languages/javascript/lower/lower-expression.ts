import { SYNTHETIC_KEY, OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { lowerThrowStatement } from '../../lowering/lower-statement.ts'
import { lowerConditional, lowerTemplate, lowerYield } from '../../lowering/lower-expression.ts'
import { load, addNary, addValue } from '../../lowering/values.ts'
import { readVariable } from '../../lowering/variables.ts'
import { receiverVariable } from '../../lowering/variable-ids.ts'
import { isFieldFunction } from './field-function.ts'
import { assignTo, kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { typeOf } from './read-type.ts'

export function lowerThis(low: JavaScriptLowering, node: number): number {
  return readVariable(low, receiverVariable(low.names.declarationOf[node]), node)
}

/** The receiver with the methods of the superclass. */
export function lowerSuper(low: JavaScriptLowering, node: number): number {
  return load(low, readVariable(low, receiverVariable(receiverHome(low, node)), node), SYNTHETIC_KEY.super, node)
}

function receiverHome(low: JavaScriptLowering, node: number): number {
  let home = low.names.functionOf[node]
  while (home > 0 && kindOf(low, home) === low.kinds.id.arrow_function && !isFieldFunction(low.tree, low.text, low.kinds, home))
    home = low.names.functionOf[home]
  return home
}

/** `x as T` */
export function lowerCast(low: JavaScriptLowering, node: number): number {
  const [held = -1, as = -1] = namedChildren(low.tree, node)
  const made = lowerExpression(low, held)
  const type = typeOf(low, as)
  return type < 0 ? made : addValue(low, OP.phi, node, made, type)
}

/** The value of the last expression: `a, b`, `<T>x`. The type of an assertion has no value. */
export function lowerSequence(low: JavaScriptLowering, node: number): number {
  const parts = namedChildren(low.tree, node)
  const isAssertion = kindOf(low, node) === low.kinds.id.type_assertion
  return (isAssertion ? parts.slice(-1) : parts).reduce((_, part) => lowerExpression(low, part), -1)
}

/** `!x`, `i++`, `delete o.x` */
export function lowerUnaryExpression(low: JavaScriptLowering, node: number): number {
  const { tree, text, kinds, syntax } = low
  const operand = childByField(tree, node, kinds.field.argument)
  lowerExpression(low, operand)
  if (operand >= 0 && nodeText(tree, text, childByField(tree, node, kinds.field.operator)) === 'delete')
    assignTo(low, syntax.unwrap(tree, operand), addValue(low, OP.unknown, node))
  return addValue(low, OP.unknown, node)
}

export function lowerTernary(low: JavaScriptLowering, node: number): number {
  const { condition, consequence, alternative } = low.kinds.field
  return lowerConditional(low, node, {
    condition: childByField(low.tree, node, condition),
    consequence: childByField(low.tree, node, consequence),
    alternative: childByField(low.tree, node, alternative),
  })
}

/** A `throw` inside an expression, after an error of the parser. */
export function lowerThrowExpression(low: JavaScriptLowering, node: number): number {
  lowerThrowStatement(low, node)
  return addValue(low, OP.unknown, node)
}

/** The value of a coroutine's `yield` is the awaited operand. */
export function lowerYieldExpression(low: JavaScriptLowering, node: number): number {
  const operand = firstNamedChild(low.tree, node)
  return operand >= 0 && isCoroutine(low, low.names.functionOf[node]) ? lowerExpression(low, operand) : lowerYield(low, node, '*')
}

/** Whether the function is a generator that is passed to a call, as in `co(function* () {…})`. The callee resumes it with the results of what it yields. */
function isCoroutine({ tree, kinds }: JavaScriptLowering, node: number): boolean {
  const parent = node < 0 ? -1 : tree.parent[node]
  return parent >= 0 && kinds.table[tree.type[node]] === kinds.id.generator_function && kinds.table[tree.type[parent]] === kinds.id.arguments
}

export function lowerTemplateString(low: JavaScriptLowering, node: number): number {
  return lowerTemplate(low, node, low.kinds.id.template_substitution, finishSubstitution)
}

/** Creates a value of its own for text behind the host of a URL, because rules may know that it does not choose the host. */
function finishSubstitution(low: JavaScriptLowering, part: number, made: number): number {
  const { tree, text } = low
  if (!HOST_AND_MORE.test(text.slice(tree.start[tree.parent[part]], tree.start[part]))) return made
  const path = addNary(low, OP.combine, part, [made])
  low.valueAt[part] = path
  return path
}

/** Matches `https://${region}.example.com/` and `${service}/v1/`, with any text behind. */
const HOST_AND_MORE = /^`(?:(?:https?|wss?):\/\/(?:[^/?#$]*\$\{[^{}]*\})+[^/?#$]*[/?#]|\$\{[^{}]*\}[^$]*[/?#])/
