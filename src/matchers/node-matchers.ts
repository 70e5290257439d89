import { ANYTHING, NOTHING } from '../model/literal-need.ts'
import type { NodeMatcher } from '../model/matcher.ts'

/** A matcher that never holds. It replaces a malformed matcher. */
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

/** A matcher without known starts. */
export function anywhere(test: NodeMatcher['test'], need: NodeMatcher['need'] = ANYTHING): NodeMatcher {
  return { need, types: undefined, callees: undefined, test }
}

/** The intersection, where undefined means everything. */
export function intersect<T>(left: ReadonlySet<T> | undefined, right: ReadonlySet<T> | undefined): ReadonlySet<T> | undefined {
  if (left === undefined) return right
  if (right === undefined) return left
  return new Set([...left].filter((item) => right.has(item)))
}

/** The union, where undefined means everything. */
export function unite<T>(left: ReadonlySet<T> | undefined, right: ReadonlySet<T> | undefined): ReadonlySet<T> | undefined {
  return left === undefined || right === undefined ? undefined : new Set([...left, ...right])
}

/**
 * The smallest of the sets, each of which contains a key of every name for which both hold. The sets contain first or last segments, so their
 * intersection may be empty even for a common node.
 */
export function fewest<T>(sets: readonly (ReadonlySet<T> | undefined)[]): ReadonlySet<T> | undefined {
  return sets.reduce<ReadonlySet<T> | undefined>(
    (best, set) => (best === undefined || (set !== undefined && set.size < best.size) ? set : best),
    undefined,
  )
}

/** The tests of the own text that must hold for all matchers. */
export function allTexts(parts: readonly NodeMatcher[]): NodeMatcher['texts'] {
  const texts = parts.flatMap((part) => part.texts ?? [])
  return texts.length === 0 ? undefined : texts
}

/** Tests of which one must hold if one of the matchers does. Undefined if a matcher has none, or there are too many. */
export function someTexts(parts: readonly NodeMatcher[]): NodeMatcher['texts'] {
  if (parts.some(({ texts }) => texts === undefined)) return undefined
  const tests = [...new Set(parts.flatMap(({ texts }) => texts?.[0] ?? []))]
  return tests.length > MAX_ALTERNATIVES ? undefined : [tests]
}

/** Maximum number of alternatives that are tested before the matcher. */
const MAX_ALTERNATIVES = 8
