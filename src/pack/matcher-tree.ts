import { isPassedArgument, matcherOfCall } from '../model/passed-argument.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { ConstraintSpec, DocumentSpec, MatcherSpec } from '../model/rule-spec.ts'

/** Any object of the rule format that matches something: a matcher, a relation, a constraint, a document or a part of a taint rule. */
export interface AnyMatcher extends Omit<DocumentSpec, 'path'> {
  path?: string
  until?: 'immediate' | MatcherSpec
  label?: string
  requires?: string
  parameter?: number | string
  from?: string
  to?: string
}

/** A nested matcher. */
export interface InnerMatcher {
  readonly matcher: AnyMatcher
  /** The path from the enclosing matcher. */
  readonly path: SpecPath
  /** Whether the enclosing matcher sees the metavariables that it binds. */
  readonly binds: boolean
}

/** The directly nested matchers, in the order of their keys in the file. */
export function innerMatchers(matcher: AnyMatcher): readonly InnerMatcher[] {
  const inner: InnerMatcher[] = []
  const add = (constraint: ConstraintSpec | AnyMatcher | undefined, path: SpecPath, binds = true): void => {
    if (isMatcher(constraint)) inner.push({ matcher: constraint, path, binds })
  }
  // Most matchers have two or three keys. Testing for each possible key was three times slower.
  for (const key of Object.keys(matcher)) {
    switch (key) {
      case 'all':
      case 'any':
        matcher[key]?.forEach((each, index) => add(each, [key, index]))
        break
      case 'not':
        add(matcher.not, [key], false)
        break
      case 'refers-to':
        add(matcher[key]?.value, [key, 'value'], false)
        break
      case 'until':
        if (matcher.until !== 'immediate') add(matcher.until, [key], false)
        break
      case 'inside':
      case 'has':
      case 'follows':
      case 'precedes':
      case 'base64':
      case 'source-text':
      case 'line':
      case 'file-path':
        add(matcher[key], [key])
        break
      case 'arguments':
      case 'keyword':
      case 'properties':
      case 'where':
        for (const [name, constraint] of Object.entries(matcher[key] ?? {})) add(constraint, [key, name])
        break
      case 'argument':
        if (isPassedArgument(matcher.argument)) add(matcherOfCall(matcher.argument), [key, 'of'])
        break
      case 'document':
        if (Array.isArray(matcher.document)) matcher.document.forEach((each, index) => add(each, [key, index]))
        else add(matcher.document, [key])
    }
  }
  return inner
}

function isMatcher(constraint: ConstraintSpec | AnyMatcher | undefined): constraint is AnyMatcher {
  return typeof constraint === 'object' && constraint !== null && !Array.isArray(constraint)
}
