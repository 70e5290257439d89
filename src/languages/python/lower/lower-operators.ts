import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { branch } from '../../lowering/control-flow.ts'
import { join, load, manyOf, storePart, value } from '../../lowering/values.ts'
import { refine } from '../../lowering/refine.ts'
import { knownTruth } from './known-truth.ts'
import { kindOf, lowerExpression, type PythonLowering } from './python-lowering.ts'
import { readCondition } from './read-condition.ts'

/** `%` formats, `/` joins paths, `|` joins mappings; other arithmetic gives numbers. Long chains lean to the left and are walked. */
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
  if (operator === '+' && isPlainList(low, parts[parts.length - 1]) && beginsWithConstant(low, parts[parts.length - 1]))
    return lowerListSum(low, parts.toReversed())
  const values = parts.toReversed().map((part) => (part < 0 ? -1 : lowerExpression(low, part)))
  if (operator === '+') return manyOf(low, OP.combine, node, [...values, manyOf(low, OP.join, node, values)])
  if (operator === '%' && takesNumbers(low, parts[parts.length - 1])) return value(low, OP.unknown, node)
  if (operator === '%' || operator === '*' || operator === '/') return manyOf(low, operator === '%' ? OP.mix : OP.combine, node, values)
  return operator === '|' ? manyOf(low, OP.join, node, values) : value(low, OP.unknown, node)
}

/** Whether a format takes numbers alone and throws at texts: `'id = %d'`. */
function takesNumbers(low: PythonLowering, format: number): boolean {
  const written = format < 0 ? undefined : low.symbols.constantOf(format)
  const conversions = typeof written === 'string' ? (written.replaceAll('%%', '').match(/%(?:\([^)]*\))?[^a-zA-Z]*[a-zA-Z]/g) ?? []) : []
  return conversions.length > 0 && conversions.every((conversion) => /[dioxXeEfFgG]$/.test(conversion))
}

/** Whether it is a list whose elements are all written there, one at least. */
function isPlainList(low: PythonLowering, node: number): boolean {
  const { tree, kinds, syntax } = low
  if (node < 0 || kindOf(low, node) !== kinds.id.list) return false
  const items = namedChildren(tree, node)
  return items.length > 0 && items.every((item) => !syntax.commentTypes.has(tree.type[item]) && kindOf(low, item) !== kinds.id.list_splat)
}

function beginsWithConstant({ tree, symbols }: PythonLowering, list: number): boolean {
  return symbols.constantOf(firstNamedChild(tree, list)) !== undefined
}

/** `['tar', '-x'] + names`: what is added stands behind what was there, and is never the first. */
function lowerListSum(low: PythonLowering, parts: readonly number[]): number {
  let made = lowerExpression(low, parts[0])
  let length = namedChildren(low.tree, parts[0]).length
  for (const part of parts.slice(1)) {
    if (part < 0) continue
    const added = lowerExpression(low, part)
    const items = isPlainList(low, part) ? namedChildren(low.tree, part).map((item) => low.valueAt[item]) : [load(low, added, undefined, part)]
    for (const item of items) made = storePart(low, made, String(length++), item, part)
  }
  return made
}

function operatorOf(low: PythonLowering, node: number): string {
  const operator = childByField(low.tree, node, low.kinds.field.operator)
  return operator < 0 ? '' : nodeText(low.tree, low.text, operator)
}

export function lowerChoice(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const leftNode = childByField(tree, node, kinds.field.left)
  const isAnd = operatorOf(low, node) === 'and'
  const condition = readCondition(low, leftNode)
  const left = leftNode < 0 ? -1 : low.valueAt[leftNode]
  let right = -1
  branch(low, node, [
    () => {
      refine(low, isAnd ? condition.whenTrue : condition.whenFalse)
      right = lowerExpression(low, childByField(tree, node, kinds.field.right))
    },
    () => {},
  ])
  return isAnd ? join(low, node, [right]) : join(low, node, [left, right])
}

export function lowerConditional(low: PythonLowering, node: number): number {
  const [whenTrue = -1, conditionNode = -1, whenFalse = -1] = namedChildren(low.tree, node)
  const condition = readCondition(low, conditionNode)
  const truth = knownTruth(low, conditionNode)
  const held: number[] = []
  branch(low, node, [
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
  return join(low, node, held)
}
