import { OP } from '../../../model/program.ts'
import { firstNamedChild, namedChildren } from '../../../model/tree-access.ts'
import { lowerConcatenated, lowerLogical, operandsOfChain, operatorOf } from '../../lowering/lower-expression.ts'
import { phi, load, addNary, storeField, addValue } from '../../lowering/values.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Lowers a binary operation. `%` formats, `/` joins paths, `|` merges mappings; other arithmetic yields numbers. */
export function lowerBinary(low: PythonLowering, node: number): number {
  const operator = operatorOf(low, node)
  const operands = operandsOfChain(low, node, operator)
  if (operator === '+') return lowerSum(low, node, operands)
  const values = operands.map((part) => (part < 0 ? -1 : lowerExpression(low, part)))
  if (operator === '%' && takesNumbers(low, operands[0])) return addValue(low, OP.unknown, node)
  if (operator === '%' || operator === '*' || operator === '/') return addNary(low, operator === '%' ? OP.mix : OP.combine, node, values)
  return operator === '|' ? addNary(low, OP.phi, node, values) : addValue(low, OP.unknown, node)
}

function lowerSum(low: PythonLowering, node: number, operands: readonly number[]): number {
  const [first = -1, ...others] = operands
  const isWritten = isPlainList(low, first)
  if (isWritten && beginsWithConstant(low, first)) return lowerListSum(low, operands)
  // The first element of a command list is the program.
  if (!isWritten && operands.some((part) => isList(low, part))) return extendedList(low, node, first < 0 ? -1 : lowerExpression(low, first), others)
  const values = lowerConcatenated(low, operands)
  return addNary(low, OP.combine, node, [...values, addNary(low, OP.phi, node, values)])
}

export function lowerBoolean(low: PythonLowering, node: number): number {
  return lowerLogical(low, node, operatorOf(low, node) === 'and' ? 'and' : 'or')
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
