import { childByField, firstNamedChild, isNamed, nodeText } from '../../model/tree-access.ts'
import { recordFieldUpdate } from './declare-class.ts'
import type { TableLowering } from './language.ts'
import { loadRest } from './load-rest.ts'
import { invalidatePath } from './refine.ts'
import { load, storeField } from './values.ts'
import { writeBack, writeVariable } from './variables.ts'
import { assignTo, kindOf, lowerExpression } from './visit-nodes.ts'

/** Assigns to a name. */
export function assignName<L extends TableLowering<L>>(low: L, target: number, given: number): void {
  const declaration = low.names.declarationOf[target]
  low.valueAt[target] = given
  if (low.frame.guardsPaths) invalidatePath(low, `${declaration}:`)
  writeVariable(low, declaration >= 0 ? declaration : low.globalVariable(nodeText(low.tree, low.text, target)), given)
  low.language.nameAssigned?.(low, target, given)
}

/** Assigns to the target within: parentheses, casts, a rest element. */
export function assignWithin<L extends TableLowering<L>>(low: L, target: number, given: number): void {
  assignTo(low, firstNamedChild(low.tree, target), given)
}

/** Assigns to `object.key` or `object[key]`. */
export function assignMember<L extends TableLowering<L>>(low: L, target: number, given: number): void {
  const { tree, language } = low
  const member = language.members[kindOf(low, target)]
  if (member === undefined) return
  const base = lowerExpression(low, childByField(tree, target, member.object))
  const key = childByField(tree, target, member.key)
  if (member.isComputed) lowerExpression(low, key)
  const name = memberName(low, key, member.isComputed)
  low.valueAt[target] = given
  const path = low.frame.guardsPaths ? language.accessPathOf(low, target) : undefined
  if (path !== undefined) invalidatePath(low, path)
  const stored = storeField(low, base, name, given, target)
  if (member.isComputed) recordFieldUpdate(low, base, stored)
  const isKeyed = member.isComputed && name === undefined
  writeBack(low, base, (isKeyed ? language.storeKey?.(low, target, stored) : undefined) ?? stored, target)
  language.memberAssigned?.(low, target, given)
}

/** The name of a property or a constant key; undefined for an unknown key. */
export function memberName<L extends TableLowering<L>>(low: L, key: number, isComputed: boolean): string | undefined {
  if (isComputed) return low.language.constantKey(low, key)
  return key < 0 ? undefined : nodeText(low.tree, low.text, key)
}

/** Assigns the elements of a value to targets. Holes count: `[, b]` binds the second element. */
export function assignElements<L extends TableLowering<L>>(low: L, target: number, given: number): void {
  const { tree, text, language, syntax } = low
  let index = 0
  let isAfterRest = false
  for (let child = target + 1; child < tree.next[target]; child = tree.next[child]) {
    if (!isNamed(tree, child)) {
      if (nodeText(tree, text, child) === ',') index++
      continue
    }
    if (syntax.commentTypes.has(tree.type[child])) continue
    const isRest = kindOf(low, child) === language.restTarget
    assignTo(low, child, isRest ? loadRest(low, given, index, child) : load(low, given, isAfterRest ? undefined : String(index), child))
    isAfterRest ||= isRest
  }
}
