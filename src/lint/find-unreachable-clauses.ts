import type { Diagnostic } from '../model/diagnostic.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import { reportAt } from '../pack/spec-file.ts'
import type { WrittenRule } from './read-rules.ts'
import { sameValue } from './same-value.ts'
import { showPath, walkMatchers } from './walk-matchers.ts'

/** Keys whose lists are alternatives: a longer list matches more. */
const ALTERNATIVES: ReadonlySet<string> = new Set(['call', 'kind', 'files', 'languages', 'symbol', 'type', 'in'])

/**
 * Clauses without any effect: alternatives that match nothing which an earlier or wider one does not match, and matchers that require and exclude the
 * same.
 */
export function findUnreachableClauses({ spec, positions }: WrittenRule): readonly Diagnostic[] {
  const lists = listAlternatives(spec)
  return [
    ...lists.flatMap(({ path, clauses }) =>
      clauses.flatMap((clause, index) => {
        const wider = clauses.findIndex((other, at) => at !== index && covers(other, clause) && (at < index || !covers(clause, other)))
        if (wider < 0) return []
        const message = `The clause matches nothing that \`${showPath([...path, wider])}\` does not match.`
        return [
          reportAt(positions, [...path, index], { code: 'lint/unreachable-clause', message, hint: 'remove it, or make the other one narrower' }),
        ]
      }),
    ),
    ...walkMatchers(spec).flatMap(({ matcher: { not, ...rest }, path }) => {
      if (!covers(not, rest)) return []
      const message = '`not` excludes everything that the other keys match, so nothing can match here.'
      return [reportAt(positions, [...path, 'not'], { code: 'lint/unreachable-clause', message, hint: 'make `not` narrower' })]
    }),
    ...walkMatchers(spec).flatMap(({ matcher, path }) => {
      if (!('constant' in matcher) || matcher.constant !== false || !('equals' in matcher || 'in' in matcher)) return []
      const message = '`constant: false` excludes every value that `equals` or `in` allows, so nothing can match here.'
      return [reportAt(positions, [...path, 'constant'], { code: 'lint/unreachable-clause', message, hint: 'remove `constant`' })]
    }),
  ]
}

interface Alternatives {
  readonly path: SpecPath
  readonly clauses: readonly unknown[]
}

function listAlternatives(spec: WrittenRule['spec']): readonly Alternatives[] {
  const ends: readonly Alternatives[] = (['sources', 'sinks', 'sanitizers', 'propagators'] as const).map((key) => ({
    path: ['taint', key],
    clauses: spec.taint?.[key] ?? [],
  }))
  return [...ends, ...walkMatchers(spec).map(({ matcher, path }) => ({ path: [...path, 'any'], clauses: matcher.any ?? [] }))]
}

/** Whether the wide matcher holds wherever the narrow one holds: each of its keys is also a key of the narrow one, with the same value or more of them. */
function covers(wide: unknown, narrow: unknown): boolean {
  if (!isObject(wide) || !isObject(narrow)) return false
  const keys = Object.keys(wide)
  return keys.length > 0 && keys.every((key) => Object.hasOwn(narrow, key) && coversValue(key, Reflect.get(wide, key), Reflect.get(narrow, key)))
}

function coversValue(key: string, wide: unknown, narrow: unknown): boolean {
  if (sameValue(wide, narrow)) return true
  if (!ALTERNATIVES.has(key)) return false
  const all: readonly unknown[] = Array.isArray(wide) ? wide : [wide]
  const some: readonly unknown[] = Array.isArray(narrow) ? narrow : [narrow]
  return some.every((each) => all.some((other) => sameValue(each, other)))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
