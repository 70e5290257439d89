import { OP } from '../../../model/program.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import { recordBranch, negateCondition } from '../../lowering/branch-conditions.ts'
import { lowerBranches } from '../../lowering/control-flow.ts'
import { phi, addNary, addValue } from '../../lowering/values.ts'
import { quotedOperand } from '../../lowering/quoted-operand.ts'
import { negate } from '../../lowering/guard-facts.ts'
import { refine } from '../../lowering/refine.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { assignTo } from './lower-pattern.ts'
import { readBranchCondition } from './read-branch-condition.ts'
import { readCondition } from './read-condition.ts'

const TEXT_OPERATORS: ReadonlySet<string> = new Set(['+'])

/** Lowers a binary expression. Long chains of `+` are left-associative and are processed in a loop. */
export function lowerBinary(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const { field, id } = kinds
  const operator = operatorOf(low, node)
  if (operator === '&&' || operator === '||' || operator === '??') return lowerLogical(low, node, operator)
  const parts: number[] = []
  let combines = true
  let at = node
  for (;;) {
    combines &&= TEXT_OPERATORS.has(operatorOf(low, at))
    parts.push(childByField(tree, at, field.right))
    const left = childByField(tree, at, field.left)
    if (
      left < 0 ||
      kindOf(low, left) !== id.binary_expression ||
      !TEXT_OPERATORS.has(operatorOf(low, left)) ||
      !TEXT_OPERATORS.has(operatorOf(low, at))
    ) {
      parts.push(left)
      break
    }
    at = left
  }
  const operands = parts.toReversed()
  const values = operands.map((part, index) => {
    const value = part < 0 ? -1 : lowerExpression(low, part)
    return combines
      ? quotedOperand(low, part, value, { before: constantText(low, operands[index - 1]), after: constantText(low, operands[index + 1]) })
      : value
  })
  return combines ? addNary(low, OP.combine, node, values) : addValue(low, OP.unknown, node)
}

function constantText(low: JavaScriptLowering, node: number | undefined): string {
  const constant = node === undefined || node < 0 ? undefined : low.symbols.constantOf(node)
  return typeof constant === 'string' ? constant : ''
}

function operatorOf(low: JavaScriptLowering, node: number): string {
  const operator = childByField(low.tree, node, low.kinds.field.operator)
  return operator < 0 ? '' : nodeText(low.tree, low.text, operator)
}

/** The right operand runs only if the left one permits it. */
function lowerLogical(low: JavaScriptLowering, node: number, operator: string): number {
  const { tree, kinds } = low
  const leftNode = childByField(tree, node, kinds.field.left)
  const condition = readCondition(low, leftNode)
  const left = low.valueAt[leftNode]
  let right = -1
  lowerBranches(low, node, [
    () => {
      refine(low, operator === '&&' ? condition.whenTrue : operator === '||' ? condition.whenFalse : [])
      right = lowerExpression(low, childByField(tree, node, kinds.field.right))
    },
    () => {},
  ])
  // Falsy values are not tracked, so `a && b` is `b`.
  return operator === '&&' ? phi(low, node, [right]) : phi(low, node, [left, right])
}

export function lowerTernary(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const { field } = kinds
  const conditionNode = childByField(tree, node, field.condition)
  const condition = readCondition(low, conditionNode)
  const constant = conditionNode < 0 ? undefined : low.symbols.constantOf(conditionNode)
  const asked = readBranchCondition(low, conditionNode)
  const [consequence, alternative] = [childByField(tree, node, field.consequence), childByField(tree, node, field.alternative)]
  recordBranch(low, asked, tree.start[consequence], tree.end[consequence])
  recordBranch(low, negateCondition(asked), tree.start[alternative], tree.end[alternative])
  const held: number[] = []
  const branches: (() => void)[] = []
  if (constant === undefined || constant) {
    branches.push(() => {
      refine(low, condition.whenTrue)
      held.push(lowerExpression(low, consequence))
    })
  }
  if (constant === undefined || !constant) {
    branches.push(() => {
      refine(low, negate(condition).whenTrue)
      held.push(lowerExpression(low, alternative))
    })
  }
  lowerBranches(low, node, branches)
  return phi(low, node, held)
}

export function lowerAssignment(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const made = lowerExpression(low, childByField(tree, node, kinds.field.right))
  const target = childByField(tree, node, kinds.field.left)
  assignTo(low, target, made)
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
