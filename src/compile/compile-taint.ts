import type { MatcherCompiler } from '../matchers/compile-matchers.ts'
import { compileName } from '../matchers/resolved-name.ts'
import type { ParameterSelector, TaintPlace, TaintUse } from '../model/flow.ts'
import type { CodeSyntax, Dialect } from '../model/language.ts'
import { ANYTHING, type LiteralNeed, needAll, needSome, NOTHING } from '../model/literal-need.ts'
import type { NodeMatcher } from '../model/matcher.ts'
import type { LoadedMatcher, LoadedRule, SpecPath, SpecPositions } from '../model/rule-pack.ts'
import type { ArgumentSelector, MatcherSpec } from '../model/rule-spec.ts'
import type { CompiledRule, FlowNeeds, TaintRules } from '../model/ruleset.ts'
import { buildDispatch } from './build-dispatch.ts'
import { type AnyTaintSpec, compileTaintUse } from './compile-taint-use.ts'

/** The taint matchers of all rules of a dialect. A named matcher that many rules use is one place. */
export interface TaintCompiler {
  /** What a file must hold to have each end of the rule. */
  add(rule: LoadedRule, index: number, appliesTo: (path: string) => boolean): FlowNeeds
  /** All places, and what a file must hold for each. */
  finish(syntax: CodeSyntax | undefined): Omit<TaintRules, 'candidates'> & { readonly needs: readonly LiteralNeed[] }
}

interface Options {
  readonly parameter: number | string | undefined
  readonly decorator: readonly string[]
}

interface Place {
  readonly place: TaintPlace
  readonly need: LiteralNeed
}

const TAINT_KEYS: ReadonlySet<string> = new Set([
  'label',
  'requires',
  'by-side-effect',
  'exact',
  'when',
  'parameter',
  'decorator',
  'severity',
  'confidence',
  'scope',
  'from',
  'to',
  'languages',
  'description',
])

export function createTaintCompiler(compiler: MatcherCompiler, dialect: Dialect, shared: ReadonlyMap<string, LoadedMatcher>): TaintCompiler {
  const places = new Map<string, Place>()

  function expand(spec: AnyTaintSpec, path: SpecPath, positions: SpecPositions, outer: Options): readonly Place[] {
    if (spec.languages !== undefined && !spec.languages.some((language) => language === dialect.language || language === 'text')) return []
    const options: Options = {
      parameter: spec.parameter ?? outer.parameter,
      decorator: spec.decorator === undefined ? outer.decorator : listOf(spec.decorator),
    }
    const keys = Object.keys(spec).filter((key) => !TAINT_KEYS.has(key))
    const [only] = keys
    if (keys.length === 1 && only === 'use') {
      const named = shared.get(spec.use ?? '')
      return named === undefined ? [] : expand(named.spec, named.path, named.positions, options)
    }
    if (keys.length === 1 && only === 'any')
      return (spec.any ?? []).flatMap((branch, index) => expand(branch, [...path, 'any', index], positions, options))
    const id = placeKey(path, positions, options)
    const known = places.get(id)
    if (known !== undefined) return [known]
    const narrowed = narrowedPlaces(spec, keys, path, positions, options)
    if (narrowed !== undefined) return narrowed
    const made = compilePlace(spec, keys, path, positions, options)
    if (made === undefined) return []
    places.set(id, made)
    return [made]
  }

  /** `{ use: shell-call, not: … }`: each place of what is used, with its arguments and parameters, where the whole holds too. */
  function narrowedPlaces(
    spec: AnyTaintSpec,
    keys: readonly string[],
    path: SpecPath,
    positions: SpecPositions,
    options: Options,
  ): readonly Place[] | undefined {
    if (keys.some((key) => OWN_PLACE.has(key))) return undefined
    const id = placeKey(path, positions, options)
    const inner = innerOf(spec, path, positions)
    if (inner === undefined) return undefined
    // Nothing that was there before is taken away meanwhile, and new places come last.
    const listed = places.size
    const parts = inner.flatMap((each) => expand(each.spec, each.path, each.positions, options))
    const fresh = places.size === listed ? [] : [...places.keys()].slice(listed)
    if (parts.every(({ place }) => place.arguments === undefined && place.parameter === undefined)) {
      for (const key of fresh) places.delete(key)
      return undefined
    }
    const whole = compiler.nodeMatcher(plainOf(spec, keys), path, positions)
    const made = parts.map(({ place, need }, index): Place => {
      const narrowed = {
        place: { ...place, matcher: narrow(place.matcher, whole), uses: [] },
        need: whole === undefined ? need : needAll([need, whole.need]),
      }
      places.set(`${id}:${index}`, narrowed)
      return narrowed
    })
    // What was made for this alone is looked for nowhere.
    for (const key of fresh) if (places.get(key)?.place.uses.length === 0) places.delete(key)
    return made
  }

  function innerOf(
    spec: MatcherSpec,
    path: SpecPath,
    positions: SpecPositions,
  ): readonly { readonly spec: AnyTaintSpec; readonly path: SpecPath; readonly positions: SpecPositions }[] | undefined {
    if (spec.use !== undefined) {
      const named = shared.get(spec.use)
      return named === undefined ? undefined : [{ spec: named.spec, path: named.path, positions: named.positions }]
    }
    if (spec.any !== undefined) return spec.any.map((each, index) => ({ spec: each, path: [...path, 'any', index], positions }))
    for (const [index, part] of (spec.all ?? []).entries()) {
      const found = innerOf(part, [...path, 'all', index], positions)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Whether the matcher reports a part of what it looks at: then the part itself is meant, also where it is a call. */
  function reportsPart(spec: MatcherSpec, depth = 0): boolean {
    if (spec.focus !== undefined) return true
    if (spec.call !== undefined || depth > 8) return false
    if (spec.query !== undefined) return capturesPart(spec.query)
    if (spec.pattern !== undefined) return /^\s*\$\w+\s*$/.test(spec.pattern)
    if (spec.use !== undefined) {
      const named = shared.get(spec.use)
      if (named !== undefined) return reportsPart(named.spec, depth + 1)
    }
    const inner = [...(spec.any ?? []), ...(spec.all ?? [])]
    return inner.length > 0 ? inner.some((part) => reportsPart(part, depth + 1)) : spec.kind === undefined
  }

  function compilePlace(spec: AnyTaintSpec, keys: readonly string[], path: SpecPath, positions: SpecPositions, options: Options): Place | undefined {
    const decorators = options.decorator.flatMap((name) => compileName(name) ?? [])
    const matcher = keys.length === 0 ? undefined : compiler.nodeMatcher(plainOf(spec, keys), path, positions)
    if (matcher === undefined && (keys.length > 0 || decorators.length === 0)) return undefined
    const place: TaintPlace = {
      matcher,
      arguments: argumentsOf(spec),
      reportsPart: reportsPart(spec),
      isCallOf: callNames(spec, keys),
      parameter: options.parameter === undefined ? undefined : readParameter(options.parameter),
      decorators: decorators.map(({ test }) => test),
      uses: [],
    }
    return { place, need: matcher?.need ?? needSome(decorators.map(({ need }) => need)) }
  }

  return {
    add: ({ spec, positions }, rule, appliesTo) => {
      const { taint } = spec
      if (taint === undefined) return { sources: NOTHING, ownSources: NOTHING, sinks: NOTHING }
      const list = (
        role: TaintUse['role'],
        key: 'sources' | 'sinks' | 'sanitizers' | 'propagators',
        specs: readonly AnyTaintSpec[],
      ): readonly { readonly use: TaintUse; readonly need: LiteralNeed }[] =>
        specs.flatMap((each, index) => {
          const use = compileTaintUse(each, role, { rule, spec, appliesTo })
          return expand(each, ['taint', key, index], positions, { parameter: undefined, decorator: [] }).map(({ place, need }) => {
            place.uses.push(use)
            return { use, need }
          })
        })
      const sources = list('source', 'sources', taint.sources)
      const sinks = list('sink', 'sinks', taint.sinks)
      list('sanitizer', 'sanitizers', taint.sanitizers ?? [])
      list('propagator', 'propagators', taint.propagators ?? [])
      const needOf = (ends: typeof sources): LiteralNeed => needSome(ends.map(({ need }) => need))
      return {
        sources: needOf(sources.filter(({ use }) => use.requires === undefined && !use.ownFile)),
        ownSources: needOf(sources.filter(({ use }) => use.requires === undefined && use.ownFile)),
        sinks: needOf(sinks),
      }
    },
    finish: (syntax) => {
      const all = [...places.values()].map(({ place }) => place)
      const entries = all.map(
        (place, index): CompiledRule => ({
          index,
          entries: place.matcher === undefined ? [] : (place.matcher.branches ?? [place.matcher]).map((matcher) => ({ kind: 'node', matcher })),
          requirements: [],
          need: ANYTHING,
          appliesTo: () => true,
        }),
      )
      return { places: all, dispatch: buildDispatch(entries, syntax), needs: [...places.values()].map(({ need }) => need) }
    },
  }
}

/** Names a place: the file of its matcher, where its spec lies in it, and what is said of it from outside. */
function placeKey(path: SpecPath, { file }: SpecPositions, { parameter, decorator }: Options): string {
  const plain = `${file}#${path.join('/')}`
  return parameter === undefined && decorator.length === 0 ? plain : `${plain} ${JSON.stringify([parameter, decorator])}`
}

/** Keys with which a matcher says itself which value of a call counts. */
const OWN_PLACE: ReadonlySet<string> = new Set(['argument', 'arguments', 'keyword', 'call', 'pattern', 'query', 'focus', 'document'])

/** Of a matcher that is nothing but a call: whether a name is one of those it calls. */
function callNames(spec: AnyTaintSpec, keys: readonly string[]): ((name: string) => boolean) | undefined {
  if (spec.call === undefined || keys.length > 1) return undefined
  const names = listOf(spec.call)
  let tests: readonly ((name: string) => boolean)[] | undefined
  return (name) => (tests ??= names.flatMap((each) => compileName(each)?.test ?? [])).some((test) => test(name))
}

function plainOf(spec: AnyTaintSpec, keys: readonly string[]): MatcherSpec {
  return Object.fromEntries(Object.entries(spec).filter(([key]) => keys.includes(key) && key !== 'argument'))
}

/** Where both hold; what is bound is the whole's. */
function narrow(part: NodeMatcher | undefined, whole: NodeMatcher | undefined): NodeMatcher | undefined {
  if (part === undefined || whole === undefined) return part ?? whole
  return narrowNodes(part, whole)
}

function narrowNodes(part: NodeMatcher, whole: NodeMatcher): NodeMatcher {
  return {
    need: needAll([part.need, whole.need]),
    types: part.types,
    callees: part.callees,
    names: part.names,
    parents: part.parents,
    ...(part.branches === undefined ? {} : { branches: part.branches.map((branch) => narrowNodes(branch, whole)) }),
    test: (context, node, bindings, accept) => part.test(context, node, undefined, () => true) && whole.test(context, node, bindings, accept),
  }
}

/** Whether `@match` stands within the query's outermost node. */
function capturesPart(query: string): boolean {
  let depth = 0
  for (const [token] of query.matchAll(/"(?:\\.|[^"\\])*"|;[^\n]*|@match\b|[()]/g)) {
    if (token === '(') depth++
    else if (token === ')') depth--
    else if (token === '@match' && depth === 0) return false
  }
  return true
}

/** The arguments a matcher speaks of, its own or those of a matcher within `all`. */
function argumentsOf(spec: MatcherSpec): readonly ArgumentSelector[] | undefined {
  if (spec.argument !== undefined) return listOf(spec.argument)
  for (const part of spec.all ?? []) {
    const found = argumentsOf(part)
    if (found !== undefined) return found
  }
  return undefined
}

/** `0`, `event`, `*`, with the parts that count: `0.body`, `0.{body,query}`. */
function readParameter(written: number | string): ParameterSelector {
  if (typeof written === 'number') return { which: written, parts: [] }
  const dot = written.indexOf('.')
  const name = dot < 0 ? written : written.slice(0, dot)
  const parts =
    dot < 0
      ? []
      : written
          .slice(dot + 1)
          .replace(/^\{|\}$/g, '')
          .split(',')
          .map((part) => part.trim())
  return { which: /^\d+$/.test(name) ? Number(name) : name, parts }
}

function listOf<T>(value: T | readonly T[]): readonly T[] {
  return isList(value) ? value : [value]
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}
