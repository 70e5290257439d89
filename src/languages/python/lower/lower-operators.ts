import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { recordBranch, negateCondition } from '../../lowering/branch-conditions.ts'
import { lowerBranches } from '../../lowering/control-flow.ts'
import { phi, load, addNary, storeField, addValue } from '../../lowering/values.ts'
import { quotedOperand } from '../../lowering/quoted-operand.ts'
import { refine } from '../../lowering/refine.ts'
import { knownTruth } from './known-truth.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { readBranchCondition } from './read-branch-condition.ts'
import { readCondition } from './read-condition.ts'

/**
 * Lowers a binary operation. `%` formats, `/` joins paths, `|` merges mappings; other arithmetic yields numbers. Long chains are left-associative
 * and are processed in a loop.
 */
export function lowerBinary(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { field, id } = kinds
  const operator = operatorOf(low, node)
  const parts: number[] = []
  let at = node
  for (;;) {
    parts.push(childByField(tree, at, field.right))
    const left = childByField(tree, at, field.left)
    if (left < 0 || kindOf(low, left) !== id.binary_operator || operatorOf(low, left) !== operator) {
      parts.push(left)
      break
    }
    at = left
  }
  const isWritten = isPlainList(low, parts[parts.length - 1])
  if (operator === '+' && isWritten && beginsWithConstant(low, parts[parts.length - 1])) return lowerListSum(low, parts.toReversed())
  // The first element of a command list is the program.
  if (operator === '+' && !isWritten && parts.some((part) => isList(low, part))) {
    const [first = -1, ...others] = parts.toReversed()
    return extendedList(low, node, first < 0 ? -1 : lowerExpression(low, first), others)
  }
  const operands = parts.toReversed()
  const values = operands.map((part, index) => {
    const value = part < 0 ? -1 : lowerExpression(low, part)
    const around = { before: constantText(low, operands[index - 1]), after: constantText(low, operands[index + 1]) }
    return operator === '+' ? quotedOperand(low, part, value, around) : value
  })
  if (operator === '+') return addNary(low, OP.combine, node, [...values, addNary(low, OP.phi, node, values)])
  if (operator === '%' && takesNumbers(low, parts[parts.length - 1])) return addValue(low, OP.unknown, node)
  if (operator === '%' || operator === '*' || operator === '/') return addNary(low, operator === '%' ? OP.mix : OP.combine, node, values)
  return operator === '|' ? addNary(low, OP.phi, node, values) : addValue(low, OP.unknown, node)
}

function constantText(low: PythonLowering, node: number | undefined): string {
  const constant = node === undefined || node < 0 ? undefined : low.symbols.constantOf(node)
  return typeof constant === 'string' ? constant : ''
}

/** Whether the format accepts numbers only: `'id = %d'`. */
function takesNumbers(low: PythonLowering, format: number): boolean {
  const written = format < 0 ? undefined : low.symbols.constantOf(format)
  const conversions = typeof written === 'string' ? (written.replaceAll('%%', '').match(/%(?:\([^)%]*\))?[^a-zA-Z%]*[a-zA-Z]/g) ?? []) : []
  return conversions.length > 0 && conversions.every((conversion) => /[dioxXeEfFgG]$/.test(conversion))
}

/** Whether the node is a non-empty list literal without spread. */
function isPlainList(low: PythonLowering, node: number): boolean {
  const { tree, kinds, syntax } = low
  if (node < 0 || kindOf(low, node) !== kinds.id.list) return false
  const items = namedChildren(tree, node)
  return items.length > 0 && items.every((item) => !syntax.commentTypes.has(tree.type[item]) && kindOf(low, item) !== kinds.id.list_splat)
}

function beginsWithConstant({ tree, symbols }: PythonLowering, list: number): boolean {
  return symbols.constantOf(firstNamedChild(tree, list)) !== undefined
}

/** Lowers `['tar', '-x'] + names`: added elements are never the first. */
function lowerListSum(low: PythonLowering, parts: readonly number[]): number {
  let made = lowerExpression(low, parts[0])
  let length = namedChildren(low.tree, parts[0]).length
  for (const part of parts.slice(1)) {
    if (part < 0) continue
    const added = lowerExpression(low, part)
    const items = isPlainList(low, part) ? namedChildren(low.tree, part).map((item) => low.valueAt[item]) : [load(low, added, undefined, part)]
    for (const item of items) made = storeField(low, made, String(length++), item, part)
  }
  return made
}

/** Whether the value is certainly a list. Only lists can be added to it, and the result is no string. */
export function isList(low: PythonLowering, node: number): boolean {
  const { id } = low.kinds
  return node >= 0 && [node, low.symbols.valueOf(node)].some((each) => kindOf(low, each) === id.list || kindOf(low, each) === id.list_comprehension)
}

/** Lowers `command + ['-o', name]`. An unknown list is assumed to have a first element, so added elements are never the first. */
export function extendedList(low: PythonLowering, node: number, before: number, added: readonly number[]): number {
  let made = before
  let length = 1
  for (const part of added) {
    if (part < 0) continue
    const held = lowerExpression(low, part)
    const items = isPlainList(low, part) ? namedChildren(low.tree, part).map((item) => low.valueAt[item]) : [load(low, held, undefined, part)]
    for (const item of items) made = storeField(low, made, String(length++), item, part)
  }
  // The first list may have more elements.
  return phi(low, node, [made, before])
}

function operatorOf(low: PythonLowering, node: number): string {
  const operator = childByField(low.tree, node, low.kinds.field.operator)
  return operator < 0 ? '' : nodeText(low.tree, low.text, operator)
}

export function lowerLogical(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const leftNode = childByField(tree, node, kinds.field.left)
  const isAnd = operatorOf(low, node) === 'and'
  const condition = readCondition(low, leftNode)
  const left = leftNode < 0 ? -1 : low.valueAt[leftNode]
  let right = -1
  lowerBranches(low, node, [
    () => {
      refine(low, isAnd ? condition.whenTrue : condition.whenFalse)
      right = lowerExpression(low, childByField(tree, node, kinds.field.right))
    },
    () => {},
  ])
  return isAnd ? phi(low, node, [right]) : phi(low, node, [left, right])
}

export function lowerTernary(low: PythonLowering, node: number): number {
  const [whenTrue = -1, conditionNode = -1, whenFalse = -1] = namedChildren(low.tree, node)
  const condition = readCondition(low, conditionNode)
  const truth = knownTruth(low, conditionNode)
  const asked = readBranchCondition(low, conditionNode)
  recordBranch(low, asked, low.tree.start[whenTrue], low.tree.end[whenTrue])
  recordBranch(low, negateCondition(asked), low.tree.start[whenFalse], low.tree.end[whenFalse])
  const held: number[] = []
  lowerBranches(low, node, [
    () => {
      refine(low, condition.whenTrue)
      const made = lowerExpression(low, whenTrue)
      if (truth !== false) held.push(made)
    },
    () => {
      refine(low, condition.whenFalse)
      const made = lowerExpression(low, whenFalse)
      if (truth !== true) held.push(made)
    },
  ])
  return phi(low, node, held)
}
