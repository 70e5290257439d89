import { ANYTHING, NOTHING } from '../model/literal-need.ts'
import type { NodeMatcher } from '../model/matcher.ts'

/** Holds nowhere: what a matcher with a mistake becomes. */
export const NEVER: NodeMatcher = {
  need: NOTHING,
  types: new Set(),
  callees: new Set(),
  names: new Set(),
  parents: new Set(),
  around: new Set(),
  texts: [[]],
  test: () => false,
}

/** Holds everywhere. */
export const ALWAYS: NodeMatcher = {
  need: ANYTHING,
  types: undefined,
  callees: undefined,
  test: (_context, _node, bindings, accept) => accept(bindings),
}

/** A matcher that cannot say where it holds. */
export function anywhere(test: NodeMatcher['test'], need: NodeMatcher['need'] = ANYTHING): NodeMatcher {
  return { need, types: undefined, callees: undefined, test }
}

/** In both, where undefined is everything. */
export function intersect<T>(left: ReadonlySet<T> | undefined, right: ReadonlySet<T> | undefined): ReadonlySet<T> | undefined {
  if (left === undefined) return right
  if (right === undefined) return left
  return new Set([...left].filter((item) => right.has(item)))
}

/** In either, where undefined is everything. */
export function unite<T>(left: ReadonlySet<T> | undefined, right: ReadonlySet<T> | undefined): ReadonlySet<T> | undefined {
  return left === undefined || right === undefined ? undefined : new Set([...left, ...right])
}

/** One of the sets, each of which holds the key of whatever both hold for. Names are kept by their beginning or by their end, so two sets need share nothing where one node is in both. */
export function fewest<T>(sets: readonly (ReadonlySet<T> | undefined)[]): ReadonlySet<T> | undefined {
  return sets.reduce<ReadonlySet<T> | undefined>(
    (best, set) => (best === undefined || (set !== undefined && set.size < best.size) ? set : best),
    undefined,
  )
}

/** All tests of the own text of a node where each of the matchers holds. */
export function allTexts(parts: readonly NodeMatcher[]): NodeMatcher['texts'] {
  const texts = parts.flatMap((part) => part.texts ?? [])
  return texts.length === 0 ? undefined : texts
}

/** Tests of which one holds where one of the matchers does: undefined where a matcher has none, or they are many. */
export function someTexts(parts: readonly NodeMatcher[]): NodeMatcher['texts'] {
  if (parts.some(({ texts }) => texts === undefined)) return undefined
  const tests = [...new Set(parts.flatMap(({ texts }) => texts?.[0] ?? []))]
  return tests.length > MAX_ALTERNATIVES ? undefined : [tests]
}

/** Alternatives of which as many are tested before a matcher is. */
const MAX_ALTERNATIVES = 8
