import type { LoadedMatcher } from '../model/rule-pack.ts'
import { type AnyMatcher, innerMatchers } from './matcher-tree.ts'
import { boundByTexts } from './metavariables.ts'

/** The named matchers that rules may use, and the metavariables that they bind. */
export interface SharedMatchers {
  readonly names: readonly string[]
  has(name: string): boolean
  /** The metavariables that the matcher and its nested matchers bind. Undefined if some are unknown. */
  boundBy(matcher: AnyMatcher): ReadonlySet<string> | undefined
}

/** Indexes named matchers. The metavariables of `endless` matchers are unknown. Cycles and endless chains are cut at these matchers. */
export function indexShared(matchers: ReadonlyMap<string, LoadedMatcher>, endless: ReadonlySet<string>): SharedMatchers {
  // Cached, because a matcher is queried by itself and by each enclosing matcher.
  const known = new Map<AnyMatcher, ReadonlySet<string> | undefined>()
  const boundByName = (name: string): ReadonlySet<string> | undefined => {
    const loaded = matchers.get(name)
    return loaded === undefined || endless.has(name) ? undefined : boundBy(loaded.spec)
  }
  const boundBy = (matcher: AnyMatcher): ReadonlySet<string> | undefined => {
    if (!known.has(matcher)) known.set(matcher, collect(matcher))
    return known.get(matcher)
  }
  const collect = (matcher: AnyMatcher): ReadonlySet<string> | undefined => {
    const bound = new Set(boundByTexts(matcher))
    const sets = innerMatchers(matcher).map((inner) => (inner.binds ? boundBy(inner.matcher) : NONE))
    if (matcher.use !== undefined) sets.push(boundByName(matcher.use))
    for (const set of sets) {
      if (set === undefined) return undefined
      for (const name of set) bound.add(name)
    }
    return bound
  }
  return { names: [...matchers.keys()], has: (name) => matchers.has(name), boundBy }
}

const NONE: ReadonlySet<string> = new Set()

/** The names that a matcher and its nested matchers use, with repetitions. */
export function usedNames(matcher: AnyMatcher): readonly string[] {
  const names: string[] = []
  const visit = (each: AnyMatcher): void => {
    if (each.use !== undefined) names.push(each.use)
    for (const inner of innerMatchers(each)) visit(inner.matcher)
  }
  visit(matcher)
  return names
}
