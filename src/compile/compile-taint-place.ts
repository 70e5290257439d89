import { compileName } from '../matchers/resolved-name.ts'
import { expandBraces } from '../model/expand-braces.ts'
import { needSome } from '../model/literal-need.ts'
import { isPassedArgument } from '../model/passed-argument.ts'
import type { LoadedMatcher } from '../model/rule-pack.ts'
import type { ArgumentSelector, MatcherSpec } from '../model/rule-spec.ts'
import type { AnyTaintSpec } from './compile-taint-use.ts'
import { listOf } from './list-of.ts'
import { readParameter } from './read-parameter.ts'
import { matcherKeys, type Place, type PlaceOptions, type PlaceTable, type WrittenPlace } from './taint-places.ts'

/** Maximum depth of nested named matchers. Deeper nesting is a cycle. */
const MAX_LEVELS = 8

/** Compiles the matcher of an entry as one place. Undefined if the dialect does not support it, or neither matcher nor decorator remains. */
export function compileTaintPlace(
  { compiler, shared }: PlaceTable,
  { spec, path, positions }: WrittenPlace,
  options: PlaceOptions,
): Place | undefined {
  const isEmpty = matcherKeys(spec).length === 0
  const decorators = options.decorator.flatMap(expandBraces).flatMap((name) => compileName(name) ?? [])
  const matcher = isEmpty ? undefined : compiler.nodeMatcher(plainMatcher(spec), path, positions)
  if (matcher === undefined && (!isEmpty || decorators.length === 0)) return undefined
  return {
    place: {
      matcher,
      arguments: argumentsOf(spec),
      reportsPart: reportsPart(spec, shared),
      isCallOf: callNames(spec, ['call']),
      isPlainCallOf: callNames(spec, ['call', 'argument']),
      isGuessOf: guessedNames(spec, shared),
      parameter: options.parameter === undefined ? undefined : readParameter(options.parameter),
      decorators: decorators.map(({ test }) => test),
      dataNames: options.dataName?.rows ?? [],
      uses: [],
    },
    need: matcher?.need ?? needSome(decorators.map(({ need }) => need)),
  }
}

/** The matcher of an entry by itself. An argument of a matching call that counts is not part of it. */
export function plainMatcher(spec: AnyTaintSpec): MatcherSpec {
  const keys = matcherKeys(spec)
  const ofCall = isPassedArgument(spec.argument) ? undefined : 'argument'
  return Object.fromEntries(Object.entries(spec).filter(([key]) => keys.includes(key) && key !== ofCall))
}

/** The arguments that a matcher selects, itself or in matchers of `all`. */
function argumentsOf(spec: MatcherSpec): readonly ArgumentSelector[] | undefined {
  if (spec.argument !== undefined && !isPassedArgument(spec.argument)) return listOf(spec.argument)
  for (const part of spec.all ?? []) {
    const found = argumentsOf(part)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether the matcher reports a part of the node. Then that part is the value, even if it is a call. */
function reportsPart(spec: MatcherSpec, shared: ReadonlyMap<string, LoadedMatcher>, depth = 0): boolean {
  if (spec.focus !== undefined || isPassedArgument(spec.argument)) return true
  if (spec.call !== undefined || depth > MAX_LEVELS) return false
  if (spec.query !== undefined) return capturesPart(spec.query)
  if (spec.pattern !== undefined) return /^\s*\$\w+\s*$/.test(spec.pattern)
  const named = spec.use === undefined ? undefined : shared.get(spec.use)
  if (named !== undefined) return reportsPart(named.spec, shared, depth + 1)
  const inner = [...(spec.any ?? []), ...(spec.all ?? [])]
  return inner.length > 0 ? inner.some((part) => reportsPart(part, shared, depth + 1)) : spec.kind === undefined
}

/** Whether `@match` is inside the query's outermost node. */
function capturesPart(query: string): boolean {
  let depth = 0
  for (const [token] of query.matchAll(/"(?:\\[^]|[^"\\])*(?:"|\\?$)|;[^\n]*|@match\b|[()]/g)) {
    if (token === '(') depth++
    else if (token === ')') depth--
    else if (token === '@match' && depth === 0) return false
  }
  return true
}

/** For a plain call matcher: returns whether a name is one of its functions. */
function callNames(spec: AnyTaintSpec, known: readonly string[]): ((name: string) => boolean) | undefined {
  if (spec.call === undefined || matcherKeys(spec).some((key) => !known.includes(key))) return undefined
  const names = listOf(spec.call).flatMap(expandBraces)
  let tests: readonly ((name: string) => boolean)[] | undefined
  return (name) => (tests ??= names.flatMap((each) => compileName(each)?.test ?? [])).some((test) => test(name))
}

/** Whether the last segment is a part of a name, of whatever module: `*sanitize*`, `**.*Escape*`, and not `valid-url.is*`. */
function isPartOfName(pattern: string): boolean {
  const dot = pattern.lastIndexOf('.')
  const last = pattern.slice(dot + 1)
  return last.includes('*') && /\w/.test(last) && /^[*./]*$/.test(pattern.slice(0, Math.max(dot, 0)))
}

/** Names that claim to make a string harmless, of whatever function: `sanitize`, `**.clean`. */
const CLAIM = /^(?:\*\*\.)?(?:sanitize|escape|purify|clean)$/

/** Whether a name matches only patterns that guess what a function does. */
function guessedNames(spec: MatcherSpec, shared: ReadonlyMap<string, LoadedMatcher>): ((name: string) => boolean) | undefined {
  const names = namesOf(spec, shared, 0)
  const guesses = names.filter((each) => isPartOfName(each) || CLAIM.test(each))
  if (guesses.length === 0) return undefined
  const known = names.filter((each) => !guesses.includes(each))
  const compiled = (patterns: readonly string[]) => patterns.flatMap((each) => compileName(each)?.test ?? [])
  let tests: Record<'guesses' | 'known', readonly ((name: string) => boolean)[]> | undefined
  return (name) => {
    tests ??= { guesses: compiled(guesses), known: compiled(known) }
    return tests.guesses.some((test) => test(name)) && !tests.known.some((test) => test(name))
  }
}

/** The names of functions that the matcher lists, itself or in matchers that it uses. */
function namesOf(spec: MatcherSpec, shared: ReadonlyMap<string, LoadedMatcher>, depth: number): readonly string[] {
  if (depth > MAX_LEVELS) return []
  const named = spec.use === undefined ? undefined : shared.get(spec.use)
  const inner = [...(named === undefined ? [] : [named.spec]), ...(spec.any ?? []), ...(spec.all ?? [])]
  return [...listOf(spec.call ?? []).flatMap(expandBraces), ...inner.flatMap((each) => namesOf(each, shared, depth + 1))].filter(
    (each) => each !== '**',
  )
}
