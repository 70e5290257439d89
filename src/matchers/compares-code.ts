import type { LoadedMatcher } from '../model/rule-pack.ts'

/**
 * Tells whether a matcher, those that it uses included, does nothing with metavariables but bind them and compare the code that they stand for: then two nodes of
 * the same text make no difference to it. `where` may ask for more, such as what a name means at its place. May say no wrongly.
 */
export function createCodeComparison(shared: ReadonlyMap<string, LoadedMatcher>): (spec: object) => boolean {
  const ofNamed = new Map<string, boolean>()

  function comparesCode(part: unknown): boolean {
    if (typeof part !== 'object' || part === null) return true
    return Object.entries(part).every(([key, value]: [string, unknown]) => {
      if (key === 'where') return false
      if (key === 'use') return typeof value === 'string' && namedComparesCode(value)
      return comparesCode(value)
    })
  }

  function namedComparesCode(name: string): boolean {
    const known = ofNamed.get(name)
    if (known !== undefined) return known
    // A matcher that uses itself is the loader's error.
    ofNamed.set(name, false)
    const answer = comparesCode(shared.get(name)?.spec)
    ofNamed.set(name, answer)
    return answer
  }

  return comparesCode
}
