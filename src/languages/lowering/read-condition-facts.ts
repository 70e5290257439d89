import { BOUNDS } from '../../model/bounds.ts'
import { callResultFacts } from './call-result-facts.ts'
import type { ConditionForm } from './condition-form.ts'
import { type BranchFacts, conjunction, disjunction, type GuardFact, negate, NO_FACTS, unionFacts } from './guard-facts.ts'
import type { Lowering } from './lowering.ts'
import { stillValid } from './refine.ts'

/** What the reader of conditions must know of a language. */
export interface ConditionReader<L extends Lowering> {
  /** The form of a node without parentheses. */
  formOf(low: L, node: number): ConditionForm
  /** The facts of all other conditions. */
  otherFacts(low: L, node: number, depth: number, isCompound: boolean): BranchFacts
  /** The guarded expressions that the expression reads. */
  factsOn(low: L, node: number): readonly GuardFact[]
  /** Facts about the values that the tested node is derived from. */
  guardBasesOf(low: L, testedNode: number, check: number): BranchFacts
  /** Whether the node is the match of a restrictive regex. Its groups consist of the same characters. */
  isRegexMatch(low: L, node: number): boolean
  /** Further facts of a variable. */
  nameFacts?(low: L, node: number, depth: number): BranchFacts
}

/** Maximum nesting of conditions. */
const MAX_DEPTH = BOUNDS.conditionDepth.value

/**
 * The facts of a condition. `isCompound` is true inside conditions, where a falsy `x` sanitizes `x`; it is false for a condition that a variable
 * contains.
 */
export function readConditionFacts<L extends Lowering>(
  low: L,
  node: number,
  reader: ConditionReader<L>,
  depth: number,
  isCompound = false,
): BranchFacts {
  if (node < 0 || depth > MAX_DEPTH) return NO_FACTS
  const within = (part: number, compound: boolean): BranchFacts => readConditionFacts(low, part, reader, depth + 1, compound)
  const inner = low.syntax.unwrap(low.tree, node)
  if (inner !== node) return within(inner, isCompound)
  const form = reader.formOf(low, node)
  switch (form.kind) {
    case 'negation':
      return negate(within(form.operand, isCompound))
    case 'all':
      return conjunction(within(form.left, true), within(form.right, true))
    case 'any':
      return disjunction(within(form.left, true), within(form.right, true))
    case 'name':
      return nameFacts(low, node, reader, depth, isCompound)
    case 'other':
      return reader.otherFacts(low, node, depth, isCompound)
  }
}

/** `const ok = LIST.includes(x)`, then `if (ok)`. */
function nameFacts<L extends Lowering>(low: L, node: number, reader: ConditionReader<L>, depth: number, isCompound: boolean): BranchFacts {
  const { factsOn } = reader
  const held = low.symbols.valueOf(node)
  const given = isCompound ? truthFacts(low, node, reader) : NO_FACTS
  const further = reader.nameFacts?.(low, node, depth) ?? NO_FACTS
  if (held === node || low.valueAt[held] < 0) return unionFacts([given, callResultFacts(low, node, factsOn), further])
  const matched: BranchFacts = reader.isRegexMatch(low, held) ? { whenTrue: factsOn(low, node), whenFalse: [] } : NO_FACTS
  return unionFacts([given, stillValid(low, readConditionFacts(low, held, reader, depth + 1)), matched, further])
}

/** A falsy value is harmless. In `host && host !== OWN` both test one derived value. */
export function truthFacts<L extends Lowering>(
  low: L,
  node: number,
  { factsOn, guardBasesOf }: Pick<ConditionReader<L>, 'factsOn' | 'guardBasesOf'>,
): BranchFacts {
  return unionFacts([{ whenTrue: [], whenFalse: factsOn(low, node) }, guardBasesOf(low, node, node)])
}
