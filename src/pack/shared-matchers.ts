import type { LoadedMatcher } from '../model/rule-pack.ts'
import { type AnyMatcher, innerMatchers } from './matcher-tree.ts'
import { boundByTexts } from './metavariables.ts'

/** The named matchers that rules may use, with what they bind. */
export interface SharedMatchers {
  readonly names: readonly string[]
  has(name: string): boolean
  /** Metavariables the matcher and those within it bind; undefined when not all of them can be known. */
  boundBy(matcher: AnyMatcher): ReadonlySet<string> | undefined
}

/** Indexes named matchers. What the `endless` ones bind is not known: they are those at which cycles and chains without end are cut. */
export function indexShared(matchers: ReadonlyMap<string, LoadedMatcher>, endless: ReadonlySet<string>): SharedMatchers {
  // A matcher is asked for by itself and by each one around it.
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

/** Names of the matchers that a matcher uses directly or in those within it, with repetitions. */
export function usedNames(matcher: AnyMatcher): readonly string[] {
  const names: string[] = []
  const visit = (each: AnyMatcher): void => {
    if (each.use !== undefined) names.push(each.use)
    for (const inner of innerMatchers(each)) visit(inner.matcher)
  }
  visit(matcher)
  return names
}
