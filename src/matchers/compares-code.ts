import type { LoadedMatcher } from '../model/rule-pack.ts'
import { rememberNamed } from './remember-named.ts'

/**
 * Decides whether a matcher, including those it uses, only binds metavariables and compares their code: then its result is the same for nodes with
 * the same text. `where` may depend on more, such as the meaning of a name. Under-approximates.
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
