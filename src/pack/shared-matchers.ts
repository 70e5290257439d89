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
  const known = new Map<string, ReadonlySet<string> | undefined>()
  const boundByName = (name: string): ReadonlySet<string> | undefined => {
    const loaded = matchers.get(name)
    if (loaded === undefined || endless.has(name)) return undefined
    if (known.has(name)) return known.get(name)
    const bound = boundBy(loaded.spec)
    known.set(name, bound)
    return bound
  }
  const boundBy = (matcher: AnyMatcher): ReadonlySet<string> | undefined => {
    const inner = innerMatchers(matcher, []).filter(({ binds }) => binds)
    const sets = inner.map((each) => boundBy(each.matcher))
    if (matcher.use !== undefined) sets.push(boundByName(matcher.use))
    const bound = new Set(boundByTexts(matcher))
    for (const set of sets) {
      if (set === undefined) return undefined
      for (const name of set) bound.add(name)
    }
    return bound
  }
  return { names: [...matchers.keys()], has: (name) => matchers.has(name), boundBy }
}

/** Names of the matchers that a matcher uses directly or in those within it, with repetitions. */
export function usedNames(matcher: AnyMatcher): readonly string[] {
  const own = matcher.use === undefined ? [] : [matcher.use]
  return [...own, ...innerMatchers(matcher, []).flatMap((inner) => usedNames(inner.matcher))]
}
