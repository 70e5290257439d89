import { boundName, MATCH } from '../model/bound.ts'
import type { LoadedMatcher } from '../model/rule-pack.ts'
import { rememberNamed } from './remember-named.ts'

/** Metavariables that a part of a spec may bind or read. */
type NamesOf = (part: object) => ReadonlySet<string>

/**
 * Decides whether binding metavariables can only make a matcher (including those it uses) fail at more nodes: if it fails at a node without bindings,
 * it fails with any. This is the case if no negation contains a metavariable and it reads only metavariables that it binds itself.
 * Under-approximates.
 */
export function createNarrowed(namesOf: NamesOf, shared: ReadonlyMap<string, LoadedMatcher>): (spec: object) => boolean {
  const isNamedNarrowed = rememberNamed(shared, false, isNarrowed)

  function isNarrowed(part: unknown): boolean {
    if (typeof part !== 'object' || part === null) return true
    return Object.entries(part).every(([key, value]: [string, unknown]) => {
      if (key === 'absent') return false
      if (key === 'use') return isNamedNarrowed(value)
      if ((key === 'not' || key === 'until') && typeof value === 'object' && value !== null) return namesOf(value).size === 0
      if (key === 'where' && typeof value === 'object' && value !== null) return bindsAll(namesOf, part, Object.keys(value)) && isNarrowed(value)
      return isNarrowed(value)
    })
  }

  return isNarrowed
}

/** Whether a spec's own query or pattern binds these. */
function bindsAll(namesOf: NamesOf, spec: object, names: readonly string[]): boolean {
  const bound = namesOf({ query: 'query' in spec ? spec.query : '', pattern: 'pattern' in spec ? spec.pattern : '' })
  return names.map(boundName).every((name) => name === MATCH || bound.has(name))
}
