import { childByField, nodeText } from '../../../model/tree-access.ts'
import { asked, type Condition, foundUnder, negated, NOTHING_CHECKED, stillKnown, together } from '../../lowering/refine.ts'
import { places } from './checked-places.ts'
import { isAnchored, isFixed, isForeign } from './fixed-values.ts'
import { comparedInCallback } from './found-element.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'
import { askedBehind } from './parts-of-places.ts'

/** `ALLOWED.indexOf(x) !== -1`, `>= 0`, `> -1`; `=== -1` and `< 0` the other way. */
export function indexComparison(low: JavaScriptLowering, operator: string, left: number, right: number): Condition {
  const bound = low.symbols.constantOf(right)
  const present = ((operator === '!==' || operator === '!=' || operator === '>') && bound === -1) || (operator === '>=' && bound === 0)
  const absent = ((operator === '===' || operator === '==') && bound === -1) || (operator === '<' && bound === 0)
  if (!present && !absent) return NOTHING_CHECKED
  const condition = foundAt(low, low.syntax.unwrap(low.tree, left))
  return present ? condition : negated(condition)
}

/** `~name.indexOf('..')` */
export function foundAnywhere(low: JavaScriptLowering, node: number): Condition {
  const { field } = low.kinds
  return nodeText(low.tree, low.text, childByField(low.tree, node, field.operator)) === '~'
    ? foundAt(low, low.syntax.unwrap(low.tree, childByField(low.tree, node, field.argument)))
    : NOTHING_CHECKED
}

/** What is known where a search has found something: as where `includes` says yes. */
function foundAt(low: JavaScriptLowering, node: number): Condition {
  const held = kindOf(low, node) === low.kinds.id.identifier ? low.syntax.unwrap(low.tree, low.symbols.valueOf(node)) : node
  return held === node ? foundBy(low, node) : stillKnown(low, foundBy(low, held))
}

function foundBy(low: JavaScriptLowering, call: number): Condition {
  const site = low.syntax.callAt(low.tree, low.text, call)
  const first = site?.arguments[0]
  const callee = site === undefined ? -1 : low.syntax.unwrap(low.tree, site.callee)
  if (first === undefined || kindOf(low, callee) !== low.kinds.id.member_expression) return NOTHING_CHECKED
  const object = childByField(low.tree, callee, low.kinds.field.object)
  const method = nodeText(low.tree, low.text, childByField(low.tree, callee, low.kinds.field.property))
  if (method !== 'search' && method !== 'indexOf' && !/^find(?:Last)?Index$/.test(method)) return NOTHING_CHECKED
  return together([
    searched(low, method, object, first.node),
    asked(places(low, object), call, -1),
    asked(places(low, first.node), call, 0),
    askedBehind(low, object, call),
    askedBehind(low, first.node, call),
  ])
}

function searched(low: JavaScriptLowering, method: string, object: number, first: number): Condition {
  if (method.startsWith('find')) {
    const { looked, comparison } = comparedInCallback(low, first)
    return looked < 0 ? NOTHING_CHECKED : foundUnder(places(low, looked), comparison)
  }
  if (method !== 'search') return isFixed(low, object) ? { whenTrue: places(low, first), whenFalse: [] } : NOTHING_CHECKED
  if (isForeign(low, first)) return { whenTrue: [], whenFalse: places(low, object) }
  return isAnchored(low, first) ? { whenTrue: places(low, object), whenFalse: [] } : NOTHING_CHECKED
}
