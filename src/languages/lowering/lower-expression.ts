import { OP } from '../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import { negateCondition, recordBranch } from './branch-conditions.ts'
import { lowerBranches } from './control-flow.ts'
import type { TableLowering } from './language.ts'
import { memberName } from './lower-target.ts'
import { quotedOperand } from './quoted-operand.ts'
import { readBranchCondition } from './read-branch-condition.ts'
import { readCondition } from './read-condition.ts'
import { refine, refineAccessPath } from './refine.ts'
import { addNary, addValue, loadIndexed, phi, storeField } from './values.ts'
import { assignTo, kindOf, lowerExpression, operandsOf } from './visit-nodes.ts'

/** An expression with the value of the one within: parentheses, `await`, a spread element. */
export function lowerOperand<L extends TableLowering<L>>(low: L, node: number): number {
  return lowerExpression(low, firstNamedChild(low.tree, node))
}

/** A literal: no untrusted value. */
export function lowerLiteral<L extends TableLowering<L>>(low: L, node: number): number {
  return addValue(low, OP.unknown, node)
}

/** An operator whose result has no content of its operands: `-x`, `not x`. */
export function lowerUnary<L extends TableLowering<L>>(low: L, node: number): number {
  for (const operand of operandsOf(low, node)) lowerExpression(low, operand)
  return addValue(low, OP.unknown, node)
}

/** `object.key` or `object[key]`. */
export function lowerMember<L extends TableLowering<L>>(low: L, node: number): number {
  const member = low.language.members[kindOf(low, node)]
  if (member === undefined) return addValue(low, OP.unknown, node)
  const base = lowerExpression(low, childByField(low.tree, node, member.object))
  const key = childByField(low.tree, node, member.key)
  const index = member.isComputed ? lowerExpression(low, key) : -1
  return loadMember(low, node, base, memberName(low, key, member.isComputed), index)
}

/** The property of an object, refined by the guards of its access path. `index` is the value of an unknown key. */
export function loadMember<L extends TableLowering<L>>(low: L, node: number, base: number, key: string | undefined, index: number): number {
  const made = loadIndexed(low, base, key, index, node)
  const path = low.frame.guardsPaths ? low.language.accessPathOf(low, node) : undefined
  return path === undefined ? made : refineAccessPath(low, path, made, node)
}

/** `target = value` */
export function lowerAssignment<L extends TableLowering<L>>(low: L, node: number): number {
  const { field } = low.kinds
  const made = lowerExpression(low, childByField(low.tree, node, field.right))
  assignTo(low, childByField(low.tree, node, field.left), made)
  return made
}

/** The text of the operator; empty for none. */
export function operatorOf<L extends TableLowering<L>>(low: L, node: number): string {
  const operator = childByField(low.tree, node, low.kinds.field.operator)
  return operator < 0 ? '' : nodeText(low.tree, low.text, operator)
}

/** The operands of a left-associative chain in order: `a + b + c`. Long chains are processed in a loop. */
export function operandsOfChain<L extends TableLowering<L>>(low: L, node: number, operator: string): readonly number[] {
  const { tree, kinds } = low
  const parts: number[] = []
  let at = node
  for (;;) {
    parts.push(childByField(tree, at, kinds.field.right))
    const left = childByField(tree, at, kinds.field.left)
    if (left < 0 || kindOf(low, left) !== kindOf(low, node) || operatorOf(low, left) !== operator) {
      parts.push(left)
      return parts.toReversed()
    }
    at = left
  }
}

/** The values of operands that are concatenated. An operand may stand between quotes of its neighbours. */
export function lowerConcatenated<L extends TableLowering<L>>(low: L, operands: readonly number[]): readonly number[] {
  return operands.map((operand, index) => {
    const value = operand < 0 ? -1 : lowerExpression(low, operand)
    return quotedOperand(low, operand, value, { before: constantText(low, operands[index - 1]), after: constantText(low, operands[index + 1]) })
  })
}

function constantText<L extends TableLowering<L>>(low: L, node: number | undefined): string {
  const constant = node === undefined || node < 0 ? undefined : low.symbols.constantOf(node)
  return typeof constant === 'string' ? constant : ''
}

/** The concatenation of the substitutions of a template. `substitution` is their kind; `finish` may replace the value of one. */
export function lowerTemplate<L extends TableLowering<L>>(
  low: L,
  node: number,
  substitution: number,
  finish: (low: L, part: number, made: number) => number,
): number {
  const { tree, text } = low
  const parts = namedChildren(tree, node)
  const isText = (part: number | undefined): part is number => part !== undefined && kindOf(low, part) !== substitution
  const textOf = (part: number | undefined): string => (isText(part) ? nodeText(tree, text, part) : '')
  const values: number[] = []
  for (const [index, part] of parts.entries()) {
    if (isText(part)) continue
    const around = { before: textOf(parts[index - 1]), after: textOf(parts[index + 1]) }
    values.push(finish(low, part, quotedOperand(low, part, lowerExpression(low, firstNamedChild(tree, part)), around)))
  }
  return addNary(low, OP.combine, node, values)
}

/** `left && right`, `left || right`, `left ?? right`. The right operand runs only if the left one permits it. */
export function lowerLogical<L extends TableLowering<L>>(low: L, node: number, connective: 'and' | 'or' | 'default'): number {
  const { tree, kinds } = low
  const leftNode = childByField(tree, node, kinds.field.left)
  const condition = readCondition(low, leftNode)
  const left = leftNode < 0 ? -1 : low.valueAt[leftNode]
  let right = -1
  const further = (): void => {
    refine(low, connective === 'and' ? condition.whenTrue : connective === 'or' ? condition.whenFalse : [])
    right = lowerExpression(low, childByField(tree, node, kinds.field.right))
  }
  lowerBranches(low, node, [further, () => {}])
  // Falsy values are not tracked, so `a && b` is `b`.
  return phi(low, node, connective === 'and' ? [right] : [left, right])
}

/** `condition ? consequence : alternative`. A branch that a constant condition excludes has no value. */
export function lowerConditional<L extends TableLowering<L>>(
  low: L,
  node: number,
  { condition: conditionNode, consequence, alternative }: { readonly condition: number; readonly consequence: number; readonly alternative: number },
): number {
  const { language } = low
  const { start, end } = low.tree
  const condition = readCondition(low, conditionNode)
  const truth = language.knownTruth(low, conditionNode)
  const asked = readBranchCondition(low, conditionNode)
  recordBranch(low, asked, start[consequence], end[consequence])
  recordBranch(low, negateCondition(asked), start[alternative], end[alternative])
  const held: number[] = []
  const branches: (() => void)[] = []
  if (truth !== false)
    branches.push(() => {
      refine(low, condition.whenTrue)
      held.push(lowerExpression(low, consequence))
    })
  if (truth !== true)
    branches.push(() => {
      refine(low, condition.whenFalse)
      held.push(lowerExpression(low, alternative))
    })
  lowerBranches(low, node, branches)
  return phi(low, node, held)
}

/** `yield x`, and `yield* g` or `yield from g`: `delegation` is the word before the generator. */
export function lowerYield<L extends TableLowering<L>>(low: L, node: number, delegation: string): number {
  const { tree, store, frame } = low
  const inner = firstNamedChild(tree, node)
  if (inner < 0) return addValue(low, OP.unknown, node)
  const given = lowerExpression(low, inner)
  if (low.text.slice(tree.start[node], tree.start[inner]).includes(delegation)) {
    store.addOperand(frame.result, given)
    // The return value of the delegated generator.
    return given
  }
  store.addOperand(frame.result, storeField(low, addValue(low, OP.unknown, node), undefined, given, node))
  return addValue(low, OP.unknown, node)
}

/** How a list literal is written and read. */
export interface ListSyntax<L> {
  /** The kind of `...items` or `*items`. */
  readonly spread: number
  /** Whether elements behind a plain element keep an index. They are never the first: `[*options, '--name', name]`. */
  readonly keepsIndexes: boolean
  /** An element of a value that is spread. */
  elementOf(low: L, value: number, node: number): number
}

/** A list literal with its elements by index. Elements behind a spread one have an unknown index. */
export function lowerList<L extends TableLowering<L>>(low: L, node: number, { spread, keepsIndexes, elementOf }: ListSyntax<L>): number {
  let made = addValue(low, OP.unknown, node)
  let isMoved = false
  let isPlain = false
  for (const [index, item] of operandsOf(low, node).entries()) {
    const isSpread = kindOf(low, item) === spread
    const isKnown = (keepsIndexes && isPlain) || !(isMoved || isSpread)
    const held = lowerExpression(low, item)
    made = storeField(low, made, isKnown ? String(index) : undefined, isSpread ? elementOf(low, held, item) : held, item)
    isMoved ||= isSpread
    isPlain ||= !isSpread
  }
  return made
}
