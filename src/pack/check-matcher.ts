import { boundName, isLocal } from '../model/bound.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import { DOCUMENT_LANGUAGES, DOCUMENT_SHAPES, type DocumentShape } from './document-shapes.ts'
import { type FollowedPath, followShape } from './follow-shape.ts'
import { readDocumentPath } from './read-document-path.ts'
import { type AnyMatcher, innerMatchers } from './matcher-tree.ts'
import { findMetavariables, REPORTED_NODE } from './metavariables.ts'
import { listWords, suggestWord } from '../text/nearest-word.ts'
import type { SharedMatchers } from './shared-matchers.ts'
import { shortenQuote } from './shorten-quote.ts'
import { type PlacedPositions, reportAt, reportAtKey } from './spec-file.ts'

/** The context in which a matcher is checked. */
export interface MatcherContext {
  readonly positions: PlacedPositions
  readonly shared: SharedMatchers
  /** False if a shared file could not be read. A missing name may then be defined in it. */
  readonly sharedComplete: boolean
  /** Languages of the rule. Undefined in a shared matcher, which any rule can use. */
  readonly languages: readonly string[] | undefined
}

/** Metavariables in scope. Undefined if some are unknown, so that no metavariable can be reported as unbound. */
export type Scope = ReadonlySet<string> | undefined

/** Reports the mistakes in a matcher and its nested matchers that the schema cannot express. */
export function checkMatcher(matcher: AnyMatcher, path: SpecPath, context: MatcherContext): Diagnostic[] {
  const found: Diagnostic[] = []
  visitMatcher({ matcher, path, around: undefined }, { ...context, found })
  return found
}

/** A matcher and its enclosing matchers, innermost first. */
interface Nested {
  readonly matcher: AnyMatcher
  readonly path: SpecPath
  readonly around: Nested | undefined
}

interface Visit extends MatcherContext {
  readonly found: Diagnostic[]
}

function visitMatcher(nested: Nested, visit: Visit): void {
  const { matcher, path } = nested
  visit.found.push(
    ...checkContent(matcher, path, visit),
    ...checkLanguages(matcher, path, visit),
    ...checkUse(matcher, path, visit),
    ...checkDocumentPath(matcher, path, visit),
    ...checkDocumentShape(nested, visit),
    ...checkComparison(matcher, path, visit),
    ...checkMetavariables(nested, visit),
  )
  for (const inner of innerMatchers(matcher)) visitMatcher({ matcher: inner.matcher, path: [...path, ...inner.path], around: nested }, visit)
}

/** The metavariables that the matcher and its enclosing matchers bind. */
function scopeOf(nested: Nested, { shared }: Visit): Scope {
  let scope: Scope = new Set([REPORTED_NODE])
  for (let each: Nested | undefined = nested; each !== undefined; each = each.around) scope = joinScopes(scope, shared.boundBy(each.matcher))
  return scope
}

/** The union of two scopes. Undefined if either is unknown. */
export function joinScopes(left: Scope, right: Scope): Scope {
  return left && right && new Set([...left, ...right])
}

/** Reports a metavariable that no matcher binds. */
export function reportUnbound(name: string, scope: ReadonlySet<string>): { code: string; message: string; hint?: string } {
  const group = [...scope].find((each) => each !== name && each.toUpperCase() === name)
  const hint = group === undefined ? suggestWord(name, [...scope].sort()) : `write the group of the regex in upper case: \`(?P<${name.slice(1)}>…)\``
  return { code: 'metavariable/unbound', message: `Nothing in this rule binds the metavariable \`${name}\`.`, ...(hint !== undefined && { hint }) }
}

/** Keys without an effect on matching. A matcher with only these keys matches every node. */
const IDLE_KEYS: ReadonlySet<string> = new Set([
  'languages',
  'focus',
  'until',
  'label',
  'data-name',
  'requires',
  'by-side-effect',
  'exact',
  'fields',
  'ignored-guards',
  'context',
  'when',
  'from',
  'to',
  'with',
  'description',
  'decorator',
  'severity',
  'confidence',
  'scope',
])

function checkContent(matcher: AnyMatcher, path: SpecPath, { positions }: MatcherContext): Diagnostic[] {
  for (const key in matcher) if (!IDLE_KEYS.has(key)) return []
  const message = `${Object.keys(matcher).length === 1 ? `\`${Object.keys(matcher)[0]}\` alone` : 'This'} matches everything.`
  return [reportAt(positions, path, { code: 'matcher/empty', message, hint: 'add a matcher, such as `pattern`, `call`, `regex` or `use`' })]
}

/** Checks the outermost matcher of a rule. A matcher that consists only of negations or wildcards matches nearly every node. */
export function checkStart(matcher: AnyMatcher, path: SpecPath, { positions }: MatcherContext): Diagnostic[] {
  const telling = Object.keys(matcher).filter((key) => key !== 'not' && !IDLE_KEYS.has(key))
  const isAnything = telling.length === 1 && matcher.where === undefined && ANYTHING.test(matcher.pattern ?? '')
  if (!isAnything && (telling.length > 0 || matcher.not === undefined)) return []
  const message = isAnything ? 'The pattern matches everything.' : '`not` alone matches every other node.'
  return [reportAt(positions, path, { code: 'matcher/empty', message, hint: 'add a positive matcher, such as `kind`, `call`, `regex` or `use`' })]
}

/** A metavariable or an ellipsis. */
const ANYTHING = /^\s*(?:\.\.\.|\$(?:\.\.\.)?[A-Z_][A-Z0-9_]*)\s*(?:;\s*)?$/

function checkLanguages(matcher: AnyMatcher, path: SpecPath, { positions, languages }: MatcherContext): Diagnostic[] {
  if (languages === undefined || languages.includes('text')) return []
  return (matcher.languages ?? []).flatMap((language, index) => {
    if (languages.includes(language)) return []
    const hint = `add \`${language}\` to the languages of the rule, or leave it out here`
    return [
      reportAt(positions, [...path, 'languages', index], { code: 'matcher/foreign-language', message: `The rule is not for \`${language}\`.`, hint }),
    ]
  })
}

function checkUse({ use }: AnyMatcher, path: SpecPath, { positions, shared, sharedComplete }: MatcherContext): Diagnostic[] {
  if (use === undefined || shared.has(use) || !sharedComplete) return []
  const hint = suggestWord(use, shared.names) ?? 'define it in a file of `shared`, which is a folder beside the rule files, such as `rules/shared`'
  return [reportAt(positions, [...path, 'use'], { code: 'shared/unknown-matcher', message: `No shared matcher is named \`${use}\`.`, hint })]
}

function checkDocumentPath(matcher: AnyMatcher, path: SpecPath, { positions }: MatcherContext): Diagnostic[] {
  const fault = matcher.path === undefined ? undefined : readDocumentPath(matcher.path).fault
  if (fault === undefined) return []
  const message = `The path \`${matcher.path}\` cannot be read here: ${fault.expected} is expected.`
  return [reportAt(positions, [...path, 'path'], { code: 'document/path', message }, fault.offset)]
}

/** Reports a path that cannot exist in any document of the matcher's languages. Such a path would never match. */
function checkDocumentShape(nested: Nested, { positions, languages }: Visit): Diagnostic[] {
  const { matcher, path } = nested
  if (matcher.path === undefined || languages === undefined || readDocumentPath(matcher.path).fault !== undefined) return []
  const documents = documentLanguages(nested, languages)
  const followed = documents.map((language) => ({ language, ...followNested(nested, language) }))
  const [first] = followed
  if (first === undefined || !followed.every(({ kind }) => kind === 'nowhere') || first.kind !== 'nowhere') return []
  const { segment, keys, isList } = first
  const named = documents.map((language) => `\`${language}\``).join(' or ')
  const message = `A document of ${named} never has the key \`${shortenQuote(segment.text)}\` at this position.`
  const below = isList ? 'a list is here: write `[*]` before the key' : 'no key stands below this place: end the path before it'
  const hint = keys.length === 0 ? below : (suggestWord(segment.text.toLowerCase(), keys) ?? `one of ${listWords(keys)}`)
  return [reportAt(positions, [...path, 'path'], { code: 'document/impossible-path', message, hint }, segment.offset)]
}

/** The document languages of a matcher, from it and its enclosing matchers. */
function documentLanguages(nested: Nested, languages: readonly string[]): readonly string[] {
  let left = languages.includes('text') ? [] : languages.filter((language) => DOCUMENT_LANGUAGES.has(language))
  for (let each: Nested | undefined = nested; each !== undefined; each = each.around) {
    const { languages: own } = each.matcher
    if (own !== undefined) left = left.filter((language) => own.some((name) => name === language))
  }
  return left
}

/** Follows the paths of the enclosing documents and the matcher's own path. Unknown parts are `any`. */
function followNested({ matcher, path, around }: Nested, language: string): FollowedPath {
  const starts = shapesAround(path, around, language)
  return matcher.path === undefined ? { kind: 'shapes', shapes: starts } : followShape(starts, readDocumentPath(matcher.path).segments)
}

function shapesAround(path: SpecPath, around: Nested | undefined, language: string): readonly DocumentShape[] {
  if (around === undefined) return [DOCUMENT_SHAPES[language] ?? 'any']
  const [key] = path.slice(around.path.length)
  // A constraint of a value or a relation may refer to another location.
  if (!SAME_PLACE.has(String(key))) return ['any']
  const followed = followNested(around, language)
  return followed.kind === 'shapes' ? followed.shapes : ['any']
}

/** Keys whose nested matchers apply to the same document, or to the value that the enclosing document path selects. */
const SAME_PLACE: ReadonlySet<string> = new Set(['all', 'any', 'not', 'document'])

function checkComparison({ comparison }: AnyMatcher, path: SpecPath, { positions }: MatcherContext): Diagnostic[] {
  const all = comparison === undefined || Array.isArray(comparison) ? (comparison ?? []) : [comparison]
  return all.flatMap((text, index) => {
    if (/^\s*(?:[<>]=?|[=!]=)\s*-?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?\s*$/.test(text)) return []
    const place = [...path, 'comparison', ...(Array.isArray(comparison) ? [index] : [])]
    const hint = 'write one of `<` `<=` `>` `>=` `==` `!=` and a number, as `< 2048`'
    return [reportAt(positions, place, { code: 'comparison/syntax', message: `\`${text}\` is not a comparison.`, hint })]
  })
}

function checkMetavariables(nested: Nested, visit: Visit): Diagnostic[] {
  const { matcher, path } = nested
  const { where, focus, from, to } = matcher
  if (where === undefined && focus === undefined && from === undefined && to === undefined) return []
  const scope = scopeOf(nested, visit)
  if (scope === undefined) return []
  const own = new Set(findMetavariables(matcher.pattern ?? '').map(({ name }) => name))
  const isUnbound = (name: string): boolean => !(isLocal(name) ? own : scope).has(boundName(name))
  const keys = Object.keys(where ?? {}).filter(isUnbound)
  const found = keys.map((name) => reportAtKey(visit.positions, [...path, 'where', name], reportUnbound(name, scope)))
  for (const [key, name] of Object.entries({ focus, from, to })) {
    if (name !== undefined && isUnbound(name)) found.push(reportAt(visit.positions, [...path, key], reportUnbound(name, scope)))
  }
  return found
}
