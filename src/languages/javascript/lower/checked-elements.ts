import { childByField, nodeText } from '../../../model/tree-access.ts'
import { keepKeys, type Rounds, staysSame, withCheckedElements } from '../../lowering/checked-rounds.ts'
import { asked, type Checked, type Condition, negated, NOTHING_CHECKED, refine, stillKnown } from '../../lowering/refine.ts'
import { places } from './checked-places.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'

interface CheckedLoop {
  /** What the loop goes over. */
  readonly node: number
  readonly takesKeys: boolean
  /** Checks by index that each element has passed. */
  readonly checks: readonly number[]
  readonly rounds: Rounds
}

/** After a loop that checks each element of a list, or each key of an object, these are known to be harmless: `for (const x of list) if (!ALLOWED.has(x)) throw …`. */
export function keepCheckedElements(low: JavaScriptLowering, { node, takesKeys, checks, rounds }: CheckedLoop): void {
  const keyed = takesKeys ? node : keyedBy(low, node)
  if (keyed >= 0) keepCheckedKeys(low, keyed, checks, rounds)
  else refine(low, withCheckedElements(low, elementsOf(low, node), checks, rounds))
}

function keepCheckedKeys(low: JavaScriptLowering, node: number, checks: readonly number[], rounds: Rounds): void {
  if (!checks.includes(-1)) return
  for (const { place } of places(low, node)) {
    if (!('variable' in place) || !staysSame(low, rounds, place.variable, low.valueAt[node])) continue
    keepKeys(low, place.variable, node)
  }
}

/** The list whose elements these are: also the text that they are parts of. */
function elementsOf(low: JavaScriptLowering, node: number): Checked[] {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const site = low.syntax.callAt(tree, text, inner)
  if (site === undefined) return places(low, inner)
  const callee = low.syntax.unwrap(tree, site.callee)
  const isMember = kindOf(low, callee) === id.member_expression
  if (isMember && nodeText(tree, text, childByField(tree, callee, field.property)) === 'split')
    return places(low, childByField(tree, callee, field.object))
  const first = site.arguments[0]?.node ?? -1
  return COPIES.has(low.symbols.nameOf(site.callee) ?? '') && first >= 0 ? places(low, first) : []
}

const COPIES: ReadonlySet<string> = new Set(['Set', 'Array.from'])

/** `Object.keys(o)`: the node of `o`, -1 for anything else. */
function keyedBy(low: JavaScriptLowering, node: number): number {
  const site = low.syntax.callAt(low.tree, low.text, low.syntax.unwrap(low.tree, node))
  return site !== undefined && low.symbols.nameOf(site.callee) === 'Object.keys' ? (site.arguments[0]?.node ?? -1) : -1
}

/** `bad.length` after `const bad = list.filter((x) => !ALLOWED.has(x))`: where it is none, what the function says no to is not in the list. */
export function leftOver(low: JavaScriptLowering, node: number): Condition {
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (kindOf(low, inner) !== id.member_expression || nodeText(tree, text, childByField(tree, inner, field.property)) !== 'length')
    return NOTHING_CHECKED
  const held = low.syntax.unwrap(tree, symbols.valueOf(childByField(tree, inner, field.object)))
  const site = low.valueAt[held] < 0 ? undefined : low.syntax.callAt(tree, text, held)
  const callee = site === undefined ? -1 : low.syntax.unwrap(tree, site.callee)
  if (callee < 0 || kindOf(low, callee) !== id.member_expression || nodeText(tree, text, childByField(tree, callee, field.property)) !== 'filter')
    return NOTHING_CHECKED
  const { whenFalse } = asked(elementsOf(low, childByField(tree, callee, field.object)), held, -1)
  return stillKnown(low, { whenTrue: [], whenFalse })
}

/** The same compared with a number: `bad.length > 0`, `=== 0`; undefined for any other comparison. */
export function countComparison(low: JavaScriptLowering, operator: string, left: number, right: number): Condition | undefined {
  const bound = low.symbols.constantOf(right)
  if (bound !== 0 && bound !== 1) return undefined
  const some = bound === 0 ? /^(?:>|!==?)$/.test(operator) : operator === '>='
  const none = bound === 0 ? /^(?:===?|<=)$/.test(operator) : operator === '<'
  const condition = some || none ? leftOver(low, left) : NOTHING_CHECKED
  if (condition.whenFalse.length === 0) return undefined
  return some ? condition : negated(condition)
}
