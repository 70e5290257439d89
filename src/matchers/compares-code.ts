import type { LoadedMatcher } from '../model/rule-pack.ts'
import { rememberNamed } from './remember-named.ts'

/**
 * Tells whether a matcher, those that it uses included, does nothing with metavariables but bind them and compare the code that they stand for: then two nodes of
 * the same text make no difference to it. `where` may ask for more, such as what a name means at its place. May say no wrongly.
 */
export function createCodeComparison(shared: ReadonlyMap<string, LoadedMatcher>): (spec: object) => boolean {
  const namedComparesCode = rememberNamed(shared, false, comparesCode)

  function comparesCode(part: unknown): boolean {
    if (typeof part !== 'object' || part === null) return true
    return Object.entries(part).every(([key, value]: [string, unknown]) => {
      if (key === 'where') return false
      return key === 'use' ? namedComparesCode(value) : comparesCode(value)
    })
  }

  return comparesCode
}
