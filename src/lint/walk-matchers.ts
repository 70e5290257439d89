import type { SpecPath } from '../model/rule-pack.ts'
import type { RuleSpec } from '../model/rule-spec.ts'
import { listMatchers, type PlacedMatcher } from '../pack/check-rule.ts'
import { innerMatchers } from '../pack/matcher-tree.ts'

/** All matchers of a rule, each before the ones inside it. */
export function walkMatchers(spec: RuleSpec): readonly PlacedMatcher[] {
  const found: PlacedMatcher[] = []
  const visit = (placed: PlacedMatcher): void => {
    found.push(placed)
    for (const { matcher, path } of innerMatchers(placed.matcher)) visit({ matcher, path: [...placed.path, ...path] })
  }
  for (const matcher of listMatchers(spec)) visit(matcher)
  return found
}

/** A path as text: `match.any[1].where.$X`. */
export function showPath(path: SpecPath): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${key}`)).join('')
}
