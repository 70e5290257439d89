import type { MatcherCompiler } from '../matchers/compile-matchers.ts'
import { compileName } from '../matchers/resolved-name.ts'
import type { ParameterSelector, TaintPlace, TaintUse } from '../model/flow.ts'
import type { CodeSyntax, Dialect } from '../model/language.ts'
import { ANYTHING, type LiteralNeed, needSome, NOTHING } from '../model/literal-need.ts'
import type { LoadedMatcher, LoadedRule, SpecPath, SpecPositions } from '../model/rule-pack.ts'
import type { ArgumentSelector, MatcherSpec, PropagatorSpec, TaintMatcherSpec } from '../model/rule-spec.ts'
import type { CompiledRule, TaintRules } from '../model/ruleset.ts'
import { buildDispatch } from './build-dispatch.ts'
import { compileLabels } from './compile-labels.ts'

/** The taint matchers of all rules of a dialect. A named matcher that many rules use is one place. */
export interface TaintCompiler {
  /** What a file must hold to have a source, and a sink, of the rule. */
  add(rule: LoadedRule, index: number, appliesTo: (path: string) => boolean): { readonly sources: LiteralNeed; readonly sinks: LiteralNeed }
  /** All places, and what a file must hold for each. */
  finish(syntax: CodeSyntax | undefined): Omit<TaintRules, 'candidates'> & { readonly needs: readonly LiteralNeed[] }
}

type AnyTaintSpec = TaintMatcherSpec & Partial<PropagatorSpec>

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
  'parameter',
  'decorator',
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
    const id = JSON.stringify([positions.file, path, options])
    const known = places.get(id)
    if (known !== undefined) return [known]
    const made = compilePlace(spec, keys, path, positions, options)
    if (made === undefined) return []
    places.set(id, made)
    return [made]
  }

  function compilePlace(spec: AnyTaintSpec, keys: readonly string[], path: SpecPath, positions: SpecPositions, options: Options): Place | undefined {
    const decorators = options.decorator.flatMap((name) => compileName(name) ?? [])
    const plain: MatcherSpec = Object.fromEntries(Object.entries(spec).filter(([key]) => keys.includes(key) && key !== 'argument'))
    const matcher = keys.length === 0 ? undefined : compiler.nodeMatcher(plain, path, positions)
    if (matcher === undefined && (keys.length > 0 || decorators.length === 0)) return undefined
    const place: TaintPlace = {
      matcher,
      arguments: argumentsOf(spec),
      parameter: options.parameter === undefined ? undefined : readParameter(options.parameter),
      decorators: decorators.map(({ test }) => test),
      uses: [],
    }
    return { place, need: matcher?.need ?? needSome(decorators.map(({ need }) => need)) }
  }

  return {
    add: ({ spec, positions }, rule, appliesTo) => {
      const { taint } = spec
      if (taint === undefined) return { sources: NOTHING, sinks: NOTHING }
      const list = (
        role: TaintUse['role'],
        key: 'sources' | 'sinks' | 'sanitizers' | 'propagators',
        specs: readonly AnyTaintSpec[],
      ): readonly LiteralNeed[] =>
        specs.flatMap((each, index) => {
          const use: TaintUse = {
            rule,
            role,
            label: each.label,
            requires: each.requires === undefined ? undefined : compileLabels(each.requires),
            bySideEffect: each['by-side-effect'] ?? false,
            exact: each.exact ?? false,
            ...(each.from === undefined ? {} : { from: each.from }),
            ...(each.to === undefined ? {} : { to: each.to }),
            appliesTo,
          }
          return expand(each, ['taint', key, index], positions, { parameter: undefined, decorator: [] }).map(({ place, need }) => {
            place.uses.push(use)
            return need
          })
        })
      const sources = list('source', 'sources', taint.sources)
      const sinks = list('sink', 'sinks', taint.sinks)
      list('sanitizer', 'sanitizers', taint.sanitizers ?? [])
      list('propagator', 'propagators', taint.propagators ?? [])
      return { sources: needSome(sources), sinks: needSome(sinks) }
    },
    finish: (syntax) => {
      const all = [...places.values()].map(({ place }) => place)
      const entries = all.map(
        (place, index): CompiledRule => ({
          index,
          entries: place.matcher === undefined ? [] : [{ kind: 'node', matcher: place.matcher }],
          requirements: [],
          need: ANYTHING,
          appliesTo: () => true,
        }),
      )
      return { places: all, dispatch: buildDispatch(entries, syntax), needs: [...places.values()].map(({ need }) => need) }
    },
  }
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
