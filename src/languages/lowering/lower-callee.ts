import type { CallSite } from '../../model/language.ts'
import { childByField, nodeText } from '../../model/tree-access.ts'
import type { TableLowering } from './language.ts'
import { kindOf, lowerExpression } from './visit-nodes.ts'

/** The callee of a call with its value. */
export interface LoweredCallee {
  /** The node without parentheses and casts. */
  readonly node: number
  readonly value: number
  /** The value of the object whose method is called; -1 for none. */
  readonly receiver: number
  /** The node of the object of `object.method(…)`; -1 for other callees. */
  readonly object: number
  /** The resolved name; empty for none. */
  readonly name: string
  /** The last name as written, at most 60 characters. */
  readonly spelledName: string
}

/** Lowers the callee of a call. */
export function lowerCallee<L extends TableLowering<L>>(low: L, { callee }: Pick<CallSite, 'callee'>): LoweredCallee {
  const { tree, text, language, valueAt } = low
  const node = low.syntax.unwrap(tree, callee)
  const member = language.members[kindOf(low, node)]
  const value = lowerExpression(low, member === undefined ? callee : node)
  valueAt[callee] = value
  const holder = member === undefined ? -1 : childByField(tree, node, member.object)
  const isMethod = member !== undefined && !member.isComputed
  const spelled = isMethod ? childByField(tree, node, member.key) : node
  return {
    node,
    value,
    receiver: holder >= 0 && (isMethod || language.bindsComputedReceiver) ? valueAt[holder] : -1,
    object: isMethod ? holder : -1,
    name: low.symbols.nameOf(callee) ?? '',
    spelledName: spelled < 0 ? '' : nodeText(tree, text, spelled).slice(-60),
  }
}
