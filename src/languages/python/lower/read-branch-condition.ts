import { calledMethod } from '../../lowering/called-method.ts'
import { BOUNDS } from '../../../model/bounds.ts'
import type { ParameterTerm, BranchCondition } from '../../../model/program-branch.ts'
import type { ConstantProperties } from '../../../model/program.ts'
import type { Scalar } from '../../../model/scalar.ts'
import { childByField, namedChildren } from '../../../model/tree-access.ts'
import { parameterTerm, propertyTerm, isTruthy, equalsAny, negateCondition, UNKNOWN_CONDITION } from '../../lowering/branch-conditions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** The path condition of a comparison or property. */
export function otherCondition(low: PythonLowering, node: number): BranchCondition {
  const { id } = low.kinds
  const kind = kindOf(low, node)
  if (kind === id.subscript || kind === id.call) return isTruthy(parameterTermAt(low, node))
  return kind === id.comparison_operator ? comparisonCondition(low, node) : UNKNOWN_CONDITION
}

/** The condition `mode == 'raw'`, `mode is None` or `mode in ('raw', 'html')`. */
function comparisonCondition(low: PythonLowering, node: number): BranchCondition {
  const { tree, text } = low
  const parts = namedChildren(tree, node)
  const [left, right] = parts
  const asked = parts.length === 2 ? parameterTermAt(low, left) : undefined
  if (asked === undefined) return UNKNOWN_CONDITION
  const operator = text.slice(tree.end[left], tree.start[right]).replace(/\s+/g, ' ').trim()
  if (!/^(?:==|!=|is(?: not)?|(?:not )?in)$/.test(operator)) return UNKNOWN_CONDITION
  const constants = operator.endsWith('in') ? constantElements(low, right) : [constantArgument(low, right)]
  if (!constants.every((each) => each !== undefined)) return UNKNOWN_CONDITION
  const condition = equalsAny(asked, constants)
  return /^(?:!=|is not|not in)$/.test(operator) ? negateCondition(condition) : condition
}

/** The parameter, or property of a parameter, that a name, `options["raw"]` or `options.get("raw")` contains. */
export function parameterTermAt(low: PythonLowering, node: number): ParameterTerm | undefined {
  const { tree, text, kinds, names, symbols } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const kind = inner < 0 ? 0 : kindOf(low, inner)
  if (kind === id.identifier) return parameterTerm(low, names.declarationOf[inner])
  const partOf = (object: number, key: number): ParameterTerm | undefined => {
    const part = key < 0 ? undefined : symbols.constantOf(key)
    return typeof part === 'string' && object >= 0 && kindOf(low, object) === id.identifier
      ? propertyTerm(low, names.declarationOf[object], part)
      : undefined
  }
  if (kind === id.subscript) return partOf(childByField(tree, inner, field.value), childByField(tree, inner, field.subscript))
  const site = kind === id.call ? low.syntax.callAt(tree, text, inner) : undefined
  const { object, method } = calledMethod(low, site)
  if (site === undefined || method !== 'get') return undefined
  const [key, other] = site.arguments
  const asked = partOf(object, key?.node ?? -1)
  if (asked === undefined || other === undefined) return asked
  const defaultValue = constantArgument(low, other.node)
  return defaultValue === undefined ? undefined : { ...asked, defaultValue }
}

function constantElements(low: PythonLowering, node: number): readonly (Scalar | undefined)[] {
  const { id } = low.kinds
  const list = low.syntax.unwrap(low.tree, low.symbols.valueOf(node))
  const kind = kindOf(low, list)
  if (kind !== id.tuple && kind !== id.list && kind !== id.set) return [undefined]
  return namedChildren(low.tree, list).map((each) => constantArgument(low, each))
}

/** The constant value of an expression, including `None`. */
export function constantArgument(low: PythonLowering, node: number): Scalar | undefined {
  return kindOf(low, node) === low.kinds.id.none ? null : low.symbols.constantOf(node)
}

/**
 * The constant properties of `{"raw": False}` and `dict(raw=False)`, also through a variable that is never reassigned; undefined if there may be
 * unknown keys.
 */
export function constantProperties(low: PythonLowering, node: number): ConstantProperties | undefined {
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  const object = low.syntax.unwrap(tree, symbols.valueOf(low.syntax.unwrap(tree, node)))
  if (object < 0) return undefined
  const site = kindOf(low, object) === id.call ? low.syntax.callAt(tree, text, object) : undefined
  if (site !== undefined) {
    if (symbols.nameOf(site.callee) !== 'dict' || site.arguments.some((each) => each.kind !== 'keyword')) return undefined
    return new Map(site.arguments.map((each) => [each.name ?? '', constantArgument(low, each.node)]))
  }
  if (kindOf(low, object) !== id.dictionary) return undefined
  const found = new Map<string, Scalar | undefined>()
  for (const child of namedChildren(tree, object)) {
    if (low.syntax.commentTypes.has(tree.type[child])) continue
    const key = kindOf(low, child) === id.pair ? symbols.constantOf(childByField(tree, child, field.key)) : undefined
    if (typeof key !== 'string' || found.size >= MAX_PROPERTIES) return undefined
    found.set(key, constantArgument(low, childByField(tree, child, field.value)))
  }
  return found
}

/** Maximum number of keys of a dictionary. */
const MAX_PROPERTIES = BOUNDS.constantProperties.value
