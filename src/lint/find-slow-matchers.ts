import { analysePattern } from '../engines/backtracking/find-attack.ts'
import { isStrong, needOfRegex } from '../engines/regex/literal-need.ts'
import { parseRegex } from '../engines/regex/parse-regex.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { LiteralNeed } from '../model/literal-need.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { ConstraintSpec, RuleSpec } from '../model/rule-spec.ts'
import { findMetavariables } from '../pack/metavariables.ts'
import type { AnyMatcher } from '../pack/matcher-tree.ts'
import { reportAt } from '../pack/spec-file.ts'
import type { WrittenRule } from './read-rules.ts'
import { walkMatchers } from './walk-matchers.ts'

/** Matchers that cannot be skipped by literals of a file, and regexes that take exponential time in matchers that backtrack. */
export function findSlowMatchers({ spec, positions }: WrittenRule): readonly Diagnostic[] {
  const unfiltered = spec.paths?.include === undefined ? listStarts(spec).flatMap(({ matcher, path }) => findUnfiltered(matcher, path)) : []
  return [
    ...unfiltered.map(({ path, what }) =>
      reportAt(positions, path, {
        code: 'lint/no-prefilter',
        message: `${what} contains no literal of three characters, so every file of these languages is parsed and searched.`,
        hint: 'add a name or a literal that each match contains, or limit the files with `paths`',
      }),
    ),
    ...walkMatchers(spec).flatMap(({ matcher: { regex }, path }) => {
      if (regex === undefined) return []
      const growth = analysePattern({ text: regex, syntax: 'python', flags: '' }, 'anywhere')
      if (growth.kind !== 'superlinear' || growth.attack.growth !== 'exponential') return []
      const { word } = growth.attack
      const message = `A matcher that backtracks takes exponential time for this regex, such as in texts that repeat ${JSON.stringify(word)}.`
      const hint = 'Assay matches it in linear time. For other tools, make the repeated parts exclude each other'
      return [reportAt(positions, [...path, 'regex'], { code: 'lint/superlinear-regex', message, hint })]
    }),
  ]
}

interface Start {
  readonly matcher: AnyMatcher
  readonly path: SpecPath
}

/** The matchers that decide which files a rule searches: that of the rule, or its sinks. */
function listStarts({ match, taint }: RuleSpec): readonly Start[] {
  if (match !== undefined) return [{ matcher: match, path: ['match'] }]
  if (taint === undefined || taint.sources.every(isFiltered)) return []
  return taint.sinks.map((matcher, index) => ({ matcher, path: ['taint', 'sinks', index] }))
}

/** The parts of a matcher without a literal: each alternative of its own. */
function findUnfiltered(matcher: AnyMatcher, path: SpecPath): readonly { readonly path: SpecPath; readonly what: string }[] {
  if (isFiltered(matcher)) return []
  const { any } = matcher
  if (any !== undefined) return any.flatMap((each, index) => (isObject(each) ? findUnfiltered(each, [...path, 'any', index]) : []))
  const key = (['regex', 'pattern', 'query', 'kind'] as const).find((name) => matcher[name] !== undefined)
  return [key === undefined ? { path, what: 'The matcher' } : { path: [...path, key], what: `The ${key}` }]
}

/** Whether a literal of three characters must occur in the file. Over-approximates for named matchers, which have their own author. */
function isFiltered(matcher: AnyMatcher): boolean {
  return Object.entries(matcher).some(([key, value]) => holdsLiteral(key, value))
}

function holdsLiteral(key: string, value: unknown): boolean {
  switch (key) {
    case 'regex':
      return typeof value === 'string' && regexHasLiteral(value)
    case 'pattern':
      return typeof value === 'string' && patternHasLiteral(value)
    case 'query':
      return typeof value === 'string' && [...value.matchAll(/"((?:[^"\\]|\\[^]?)*)(?:"|$)/g)].some(([, text = '']) => /\w{3}/.test(text))
    case 'call':
    case 'symbol':
      return listTexts(value).every((name) => name.split(/[.(){},*]+/).some(isStrong))
    case 'argument':
      return isPassedByFiltered(value)
    case 'equals':
    case 'in':
      return listTexts(value).length > 0 && listTexts(value).every(isStrong)
    case 'use':
    case 'files':
    case 'document':
    case 'superlinear':
      return true
    case 'all':
      return Array.isArray(value) && value.some((each) => isObject(each) && isFiltered(each))
    case 'any':
      return Array.isArray(value) && value.every((each) => (isObject(each) ? isFiltered(each) : typeof each === 'string' && isStrong(each)))
    case 'inside':
    case 'has':
    case 'follows':
    case 'precedes':
      return isObject(value) && isFiltered(value)
    case 'where':
    case 'arguments':
    case 'keyword':
    case 'properties':
      return (
        isObject(value) && Object.entries(value).some(([name, each]) => (key !== 'where' && /[a-z_]{3}/i.test(name)) || constraintHasLiteral(each))
      )
    default:
      return false
  }
}

/** `argument` with `of` and `at`. */
function isPassedByFiltered(argument: unknown): boolean {
  if (typeof argument !== 'object' || argument === null || !('of' in argument)) return false
  return isObject(argument.of) ? isFiltered(argument.of) : holdsLiteral('call', argument.of)
}

function constraintHasLiteral(constraint: ConstraintSpec | unknown): boolean {
  if (typeof constraint === 'string') return isStrong(constraint)
  if (Array.isArray(constraint)) return constraint.length > 0 && constraint.every((each) => typeof each === 'string' && isStrong(each))
  return isObject(constraint) && isFiltered(constraint)
}

function regexHasLiteral(source: string): boolean {
  const parsed = parseRegex(source)
  return parsed.kind === 'fault' || isStrongNeed(needOfRegex(parsed.root))
}

function isStrongNeed(need: LiteralNeed): boolean {
  if (need.kind === 'literal') return isStrong(need.text)
  if (need.kind === 'all') return need.of.some(isStrongNeed)
  if (need.kind === 'some') return need.of.every(isStrongNeed)
  return need.kind !== 'anything'
}

/** Words of the grammar occur in most files. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'function',
  'return',
  'const',
  'let',
  'var',
  'new',
  'def',
  'for',
  'while',
  'not',
  'and',
  'import',
  'from',
  'true',
  'false',
  'null',
  'None',
  'True',
  'False',
  'class',
  'with',
  'try',
])

function patternHasLiteral(pattern: string): boolean {
  const rest = findMetavariables(pattern).reduce((text, { name }) => text.replace(name, ''), pattern)
  return [...rest.matchAll(/\w+/g)].some(([word]) => isStrong(word) && !KEYWORDS.has(word))
}

function listTexts(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')
}

function isObject(value: unknown): value is AnyMatcher {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
