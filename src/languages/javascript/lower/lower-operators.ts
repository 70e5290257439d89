import { OP } from '../../../model/program.ts'
import { childByField } from '../../../model/tree-access.ts'
import { lowerAssignment, lowerConcatenated, lowerLogical, lowerUnary, operandsOfChain, operatorOf } from '../../lowering/lower-expression.ts'
import { phi, addNary, addValue } from '../../lowering/values.ts'
import { assignTo, kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

export function lowerBinary(low: JavaScriptLowering, node: number): number {
  switch (operatorOf(low, node)) {
    case '&&':
      return lowerLogical(low, node, 'and')
    case '||':
      return low.text.startsWith(AWAITER, low.tree.start[node]) ? addValue(low, OP.unknown, node) : lowerLogical(low, node, 'or')
    case '??':
      return lowerLogical(low, node, 'default')
    case '+':
      return addNary(low, OP.combine, node, lowerConcatenated(low, operandsOfChain(low, node, '+')))
    default:
      return lowerUnary(low, node)
  }
}

/**
 * How TypeScript begins the function that runs a generator as an asynchronous function, in each file that needs it. A model describes what a call returns. Through the body, the results of all calls would
 * be one.
 */
const AWAITER = '(this && this.__awaiter) ||'

export function lowerAssignmentExpression(low: JavaScriptLowering, node: number): number {
  const made = lowerAssignment(low, node)
  const target = childByField(low.tree, node, low.kinds.field.left)
  return isUpdatedInPlace(low, node, target) ? lowerExpression(low, target) : made
}

/** Whether the assigned property is updated at once: `(groups[key] = groups[key] || []).push(x)`. */
function isUpdatedInPlace(low: JavaScriptLowering, node: number, target: number): boolean {
  const { tree, kinds } = low
  const { id } = kinds
  const holder = tree.parent[node]
  const isMember = kindOf(low, target) === id.member_expression || kindOf(low, target) === id.subscript_expression
  return isMember && kindOf(low, holder) === id.parenthesized_expression && kindOf(low, tree.parent[holder]) === id.member_expression
}

export function lowerAugmented(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const target = childByField(tree, node, kinds.field.left)
  const operator = operatorOf(low, node)
  const before = lowerExpression(low, target)
  const added = lowerExpression(low, childByField(tree, node, kinds.field.right))
  const made =
    operator === '+='
      ? addNary(low, OP.combine, node, [before, added])
      : operator === '||=' || operator === '??=' || operator === '&&='
        ? phi(low, node, [before, added])
        : addValue(low, OP.unknown, node)
  assignTo(low, target, made)
  return isUpdatedInPlace(low, node, target) ? lowerExpression(low, target) : made
}
