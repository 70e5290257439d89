import { BOUNDS } from '../../model/bounds.ts'
import { callResultFacts } from './call-result-facts.ts'
import type { CallSite } from '../../model/language.ts'
import { guardBasesOf } from './derived-values.ts'
import { type BranchFacts, conjunction, disjunction, negate, NO_FACTS, unionFacts } from './guard-facts.ts'
import type { TableLowering } from './language.ts'
import { stillValid } from './refine.ts'
import { lowerExpression, objectOf } from './visit-nodes.ts'

/** Lowers a condition and returns what it proves. */
export function readCondition<L extends TableLowering<L>>(low: L, node: number): BranchFacts {
  if (node < 0) return NO_FACTS
  lowerExpression(low, node)
  return conditionFacts(low, node, 0, true)
}

/** Maximum nesting of conditions. */
const MAX_DEPTH = BOUNDS.conditionDepth.value

/**
 * The facts of a condition. `isCompound` is true inside conditions, where a falsy `x` sanitizes `x`; it is false for a condition that a variable
 * contains.
 */
export function conditionFacts<L extends TableLowering<L>>(low: L, node: number, depth = 0, isCompound = false): BranchFacts {
  if (node < 0 || depth > MAX_DEPTH) return NO_FACTS
  const within = (part: number, compound: boolean): BranchFacts => conditionFacts(low, part, depth + 1, compound)
  const inner = low.syntax.unwrap(low.tree, node)
  if (inner !== node) return within(inner, isCompound)
  const form = low.language.conditionForm(low, node)
  switch (form.kind) {
    case 'negation':
      return negate(within(form.operand, isCompound))
    case 'all':
      return conjunction(within(form.left, true), within(form.right, true))
    case 'any':
      return disjunction(within(form.left, true), within(form.right, true))
    case 'name':
      return nameFacts(low, node, depth, isCompound)
    case 'other':
      return low.language.otherFacts(low, node, depth, isCompound)
  }
}

/** `const ok = LIST.includes(x)`, then `if (ok)`. */
function nameFacts<L extends TableLowering<L>>(low: L, node: number, depth: number, isCompound: boolean): BranchFacts {
  const { factsOn, isRegexMatch, nameFacts: furtherFacts } = low.language
  const held = low.symbols.valueOf(node)
  const given = isCompound ? truthFacts(low, node) : NO_FACTS
  const further = furtherFacts?.(low, node, depth) ?? NO_FACTS
  if (held === node || low.valueAt[held] < 0) return unionFacts([given, callResultFacts(low, node, factsOn), further])
  const matched: BranchFacts = isRegexMatch(low, held) ? { whenTrue: factsOn(low, node), whenFalse: [] } : NO_FACTS
  return unionFacts([given, stillValid(low, conditionFacts(low, held, depth + 1)), matched, further])
}

/** A falsy value is harmless. In `host && host !== OWN` both test one derived value. */
export function truthFacts<L extends TableLowering<L>>(low: L, node: number): BranchFacts {
  return unionFacts([{ whenTrue: [], whenFalse: low.language.factsOn(low, node) }, guardBasesOf(low, node, node)])
}

/** Facts of a call about its arguments and receiver, `directFacts`, and about the bases they are derived from. */
export function callFacts<L extends TableLowering<L>>(
  low: L,
  node: number,
  directFacts: (low: L, node: number, site: CallSite) => BranchFacts,
): BranchFacts {
  const { tree, text, syntax } = low
  const site = syntax.callAt(tree, text, node)
  if (site === undefined) return NO_FACTS
  const tested = [objectOf(low, syntax.unwrap(tree, site.callee)), ...site.arguments.map((argument) => argument.node)]
  return unionFacts([directFacts(low, node, site), ...tested.map((each) => guardBasesOf(low, each, node))])
}
