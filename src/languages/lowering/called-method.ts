import type { CallSite } from '../../model/language.ts'
import { childByField, nodeText } from '../../model/tree-access.ts'
import type { TableLowering } from './language.ts'
import { kindOf } from './visit-nodes.ts'

/** The object and the name of the method in `object.method(…)`. */
export interface CalledMethod {
  /** -1 for a call of another expression. */
  readonly object: number
  /** Empty for a call of another expression. */
  readonly method: string
}

/** The method that a call calls; no method for other calls and without a call. */
export function calledMethod<L extends TableLowering<L>>(low: L, site: CallSite | undefined): CalledMethod {
  const { tree, text, syntax, language } = low
  const callee = site === undefined ? -1 : syntax.unwrap(tree, site.callee)
  const member = language.members[kindOf(low, callee)]
  if (member === undefined || member.isComputed) return NO_METHOD
  return { object: childByField(tree, callee, member.object), method: nodeText(tree, text, childByField(tree, callee, member.key)) }
}

const NO_METHOD: CalledMethod = { object: -1, method: '' }
