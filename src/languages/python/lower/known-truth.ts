import { childByField, namedChildren } from '../../../model/tree-access.ts'
import type { Scalar } from '../../../model/scalar.ts'
import { kindOf, type PythonLowering } from './python-lowering.ts'

/** Whether a condition holds, where that is known without running the program: `7 * 18 + size > 200` with a constant `size`. */
export function knownTruth(low: PythonLowering, node: number): boolean | undefined {
  if (node < 0) return undefined
  const inner = low.syntax.unwrap(low.tree, node)
  const constant = low.symbols.constantOf(inner)
  if (constant !== undefined) return Boolean(constant)
  const parts = kindOf(low, inner) === low.kinds.id.comparison_operator ? namedChildren(low.tree, inner) : []
  if (parts.length !== 2) return undefined
  const [left, right] = parts.map((part) => knownScalar(low, part))
  if (left === undefined || right === undefined || typeof left !== typeof right) return undefined
  return compare(low.text.slice(low.tree.end[parts[0]], low.tree.start[parts[1]]).trim(), left, right)
}

/** The value of an expression, with characters of constant texts: `'ABC'[1]`. */
export function knownScalar(low: PythonLowering, node: number): Scalar | undefined {
  const { tree, symbols, kinds } = low
  const constant = symbols.constantOf(node)
  if (constant !== undefined) return constant
  const held = low.syntax.unwrap(tree, symbols.valueOf(node))
  if (kindOf(low, held) !== kinds.id.subscript) return undefined
  const text = symbols.constantOf(childByField(tree, held, kinds.field.value))
  const at = symbols.constantOf(childByField(tree, held, kinds.field.subscript))
  return typeof text === 'string' && typeof at === 'number' ? text.at(at) : undefined
}

function compare(operator: string, left: Scalar, right: Scalar): boolean | undefined {
  if (operator === '==') return left === right
  if (operator === '!=') return left !== right
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  if (operator === '<') return left < right
  if (operator === '>') return left > right
  if (operator === '<=') return left <= right
  return operator === '>=' ? left >= right : undefined
}
