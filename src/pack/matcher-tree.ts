import type { SpecPath } from '../model/rule-pack.ts'
import type { ConstraintSpec, DocumentSpec, MatcherSpec } from '../model/rule-spec.ts'

/** Any object of the format that matches something: a matcher, a relation, a constraint, a document, a part of a taint rule. */
export interface AnyMatcher extends Omit<DocumentSpec, 'path'> {
  path?: string
  until?: 'immediate' | MatcherSpec
  label?: string
  requires?: string
  parameter?: number | string
  from?: string
  to?: string
}

/** A matcher within another one. */
export interface InnerMatcher {
  readonly matcher: AnyMatcher
  readonly path: SpecPath
  /** Whether what it binds is seen by the matcher around it. */
  readonly binds: boolean
}

/** The matchers directly within one, in the order of their keys. */
export function innerMatchers(matcher: AnyMatcher, path: SpecPath): readonly InnerMatcher[] {
  const inner: InnerMatcher[] = []
  const add = (constraint: ConstraintSpec | AnyMatcher | undefined, keys: SpecPath, binds = true): void => {
    if (isMatcher(constraint)) inner.push({ matcher: constraint, path: [...path, ...keys], binds })
  }
  matcher.all?.forEach((each, index) => add(each, ['all', index]))
  matcher.any?.forEach((each, index) => add(each, ['any', index]))
  add(matcher.not, ['not'], false)
  for (const key of ['inside', 'has', 'follows', 'precedes', 'base64'] as const) add(matcher[key], [key])
  if (matcher.until !== 'immediate') add(matcher.until, ['until'], false)
  for (const key of ['arguments', 'keyword', 'where'] as const) {
    for (const [name, constraint] of Object.entries(matcher[key] ?? {})) add(constraint, [key, name])
  }
  if (Array.isArray(matcher.document)) matcher.document.forEach((each, index) => add(each, ['document', index]))
  else add(matcher.document, ['document'])
  return inner
}

function isMatcher(constraint: ConstraintSpec | AnyMatcher | undefined): constraint is AnyMatcher {
  return typeof constraint === 'object' && constraint !== null && !Array.isArray(constraint)
}
