import type { BranchCondition } from '../../../model/program-branch.ts'
import type { Scalar } from '../../../model/scalar.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { countsAsTrue, equalsAny, oppositeOf, UNKNOWN_CONDITION } from '../../lowering/branch-conditions.ts'
import { kindOf, type PythonLowering } from './python-lowering.ts'

/** Conditions within conditions that are looked through. */
const MOST_LEVELS = 12

/** What a condition asks of parameters, where a constant that is passed would answer it. */
export function readBranchCondition(low: PythonLowering, node: number, depth = 0): BranchCondition {
  if (node < 0 || depth > MOST_LEVELS || low.frame.assurable.length === 0) return UNKNOWN_CONDITION
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const within = (child: number): BranchCondition => readBranchCondition(low, child, depth + 1)
  switch (kindOf(low, inner)) {
    case id.not_operator:
      return oppositeOf(within(childByField(tree, inner, field.argument)))
    case id.boolean_operator: {
      const isAnd = nodeText(tree, text, childByField(tree, inner, field.operator)) === 'and'
      return { kind: isAnd ? 'all' : 'any', of: [within(childByField(tree, inner, field.left)), within(childByField(tree, inner, field.right))] }
    }
    case id.identifier:
      return countsAsTrue(low, low.names.declarationOf[inner])
    case id.comparison_operator:
      return comparedWith(low, inner)
    default:
      return UNKNOWN_CONDITION
  }
}

/** `mode == 'raw'`, `mode is None`, `mode in ('raw', 'html')`. */
function comparedWith(low: PythonLowering, node: number): BranchCondition {
  const { tree, text, kinds } = low
  const parts = namedChildren(tree, node)
  const [left, right] = parts
  if (parts.length !== 2 || kindOf(low, left) !== kinds.id.identifier) return UNKNOWN_CONDITION
  const operator = text.slice(tree.end[left], tree.start[right]).replace(/\s+/g, ' ').trim()
  if (!/^(?:==|!=|is(?: not)?|(?:not )?in)$/.test(operator)) return UNKNOWN_CONDITION
  const constants = operator.endsWith('in') ? listedIn(low, right) : [constantPassed(low, right)]
  if (!constants.every((each) => each !== undefined)) return UNKNOWN_CONDITION
  const condition = equalsAny(low, low.names.declarationOf[left], constants)
  return /^(?:!=|is not|not in)$/.test(operator) ? oppositeOf(condition) : condition
}

function listedIn(low: PythonLowering, node: number): readonly (Scalar | undefined)[] {
  const { id } = low.kinds
  const list = low.syntax.unwrap(low.tree, low.symbols.valueOf(node))
  const kind = kindOf(low, list)
  if (kind !== id.tuple && kind !== id.list && kind !== id.set) return [undefined]
  return namedChildren(low.tree, list).map((each) => constantPassed(low, each))
}

/** A constant that stands in the code, `None` among them. */
export function constantPassed(low: PythonLowering, node: number): Scalar | undefined {
  return kindOf(low, node) === low.kinds.id.none ? null : low.symbols.constantOf(node)
}
