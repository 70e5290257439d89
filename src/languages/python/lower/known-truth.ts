import { lastName } from './last-name.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import type { Scalar } from '../../../model/scalar.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Whether a condition is constant: `7 * 18 + size > 200` with a constant `size`. */
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

/** Name endings of functions that create a response, an error or a redirect. Such objects are truthy. */
const RESPONSE_CALL = /Response|^[A-Z]\w*(?:Error|Exception|Redirect)$|^(?:json_?response|jsonify|redirect)$/

/** Whether a returned expression is truthy, where that is known: `None`, `({'error': 'no'}, 400)`, `f'{name} is taken'`, `JsonResponse(body)`. */
export function returnedTruth(low: PythonLowering, node: number): boolean | undefined {
  const known = knownTruth(low, node)
  if (known !== undefined || node < 0) return known
  const { tree, text, kinds, syntax } = low
  const { id, field } = kinds
  const inner = syntax.unwrap(tree, node)
  const kind = kindOf(low, inner)
  if (kind === id.none) return false
  const parts = namedChildren(tree, inner).filter((part) => !syntax.commentTypes.has(tree.type[part]))
  if (kind === id.tuple || kind === id.expression_list || kind === id.list || kind === id.set || kind === id.dictionary) {
    const isSpread = (part: number): boolean => kindOf(low, part) === id.list_splat || kindOf(low, part) === id.dictionary_splat
    return parts.length === 0 ? false : parts.some((part) => !isSpread(part)) ? true : undefined
  }
  if (kind === id.string) return parts.some((part) => kindOf(low, part) === id.string_content) ? true : undefined
  if (kind === id.concatenated_string) return parts.some((part) => returnedTruth(low, part) === true) ? true : undefined
  if (kind === id.binary_operator) {
    const left = childByField(tree, inner, field.left)
    const isText = typeof low.symbols.constantOf(left) === 'string' || kindOf(low, left) === id.string
    return isText && returnedTruth(low, left) === true ? true : undefined
  }
  const site = kind === id.call ? syntax.callAt(tree, text, inner) : undefined
  return site !== undefined && RESPONSE_CALL.test(lastName(nodeText(tree, text, site.callee))) ? true : undefined
}

/** The constant value of an expression, including characters of constant strings: `'ABC'[1]`. */
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
