import { calledMethod } from '../../lowering/called-method.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import { type BackEdgeStates, isLoopInvariant, elementGuardFacts } from '../../lowering/loop-guards.ts'
import type { GuardedLoop } from '../../lowering/language.ts'
import { iteratesKeys } from './lower-loop.ts'
import { guardedBy, type GuardFact, type BranchFacts, negate, NO_FACTS } from '../../lowering/guard-facts.ts'
import { refine, stillValid } from '../../lowering/refine.ts'
import { sanitizeKeys } from '../../lowering/sanitize-keys.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Applies facts after a loop that guards each element of a list or each key of an object: `for (const x of list) if (!ALLOWED.has(x)) throw …`. */
export function guardElements(low: JavaScriptLowering, { loop, node, guards, backEdges }: GuardedLoop): void {
  const keyed = iteratesKeys(low, loop) ? node : keysArgument(low, node)
  if (keyed >= 0) guardKeys(low, keyed, guards, backEdges)
  else refine(low, elementGuardFacts(low, collectionFacts(low, node), guards, backEdges))
}

function guardKeys(low: JavaScriptLowering, node: number, checks: readonly number[], rounds: BackEdgeStates): void {
  if (!checks.includes(-1)) return
  for (const { target } of factsOn(low, node)) {
    if (!('variable' in target) || !isLoopInvariant(low, rounds, target.variable, low.valueAt[node])) continue
    sanitizeKeys(low, target.variable, node)
  }
}

/** The facts of the collection with these elements, also of a string that was split into them. */
function collectionFacts(low: JavaScriptLowering, node: number): GuardFact[] {
  const inner = low.syntax.unwrap(low.tree, node)
  const site = low.syntax.callAt(low.tree, low.text, inner)
  if (site === undefined) return factsOn(low, inner)
  const { object, method } = calledMethod(low, site)
  if (method === 'split') return factsOn(low, object)
  const first = site.arguments[0]?.node ?? -1
  return COPIES.has(low.symbols.nameOf(site.callee) ?? '') && first >= 0 ? factsOn(low, first) : []
}

const COPIES: ReadonlySet<string> = new Set(['Set', 'Array.from'])

/** The argument of `Object.keys(o)`; -1 for other expressions. */
function keysArgument(low: JavaScriptLowering, node: number): number {
  const site = low.syntax.callAt(low.tree, low.text, low.syntax.unwrap(low.tree, node))
  return site !== undefined && low.symbols.nameOf(site.callee) === 'Object.keys' ? (site.arguments[0]?.node ?? -1) : -1
}

/** Facts of `bad.length` after `const bad = list.filter((x) => !ALLOWED.has(x))`. If it is 0, no element of the list was rejected. */
export function differenceFacts(low: JavaScriptLowering, node: number): BranchFacts {
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (kindOf(low, inner) !== id.member_expression || nodeText(tree, text, childByField(tree, inner, field.property)) !== 'length') return NO_FACTS
  const held = low.syntax.unwrap(tree, symbols.valueOf(childByField(tree, inner, field.object)))
  const site = low.valueAt[held] < 0 ? undefined : low.syntax.callAt(tree, text, held)
  const { object, method } = calledMethod(low, site)
  if (method !== 'filter') return NO_FACTS
  const { whenFalse } = guardedBy(collectionFacts(low, object), held, -1)
  return stillValid(low, { whenTrue: [], whenFalse })
}

/** The same compared with a number: `bad.length > 0`, `=== 0`; undefined for other comparisons. */
export function lengthComparisonFacts(low: JavaScriptLowering, operator: string, left: number, right: number): BranchFacts | undefined {
  const bound = low.symbols.constantOf(right)
  if (bound !== 0 && bound !== 1) return undefined
  const some = bound === 0 ? /^(?:>|!==?)$/.test(operator) : operator === '>='
  const none = bound === 0 ? /^(?:===?|<=)$/.test(operator) : operator === '<'
  const condition = some || none ? differenceFacts(low, left) : NO_FACTS
  if (condition.whenFalse.length === 0) return undefined
  return some ? condition : negate(condition)
}
