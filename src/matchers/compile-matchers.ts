import type { Grammar } from '../engines/syntax/grammar.ts'
import { type CodeSyntax, type Dialect, isForLanguage } from '../model/language.ts'
import type { NodeMatcher, OwnTextTest } from '../model/matcher.ts'
import type { Entry } from '../model/ruleset.ts'
import type { LoadedMatcher, SpecPath, SpecPositions } from '../model/rule-pack.ts'
import type { MatcherSpec } from '../model/rule-spec.ts'
import { createNodeCompiler } from './compile-node.ts'
import { compileText } from './compile-text.ts'
import { compileValue } from './compile-value.ts'
import type { CompileFault } from './node-compiler.ts'
import { createOwnTextTests } from './own-text-tests.ts'
import { compileCheckedRegex } from './rule-regex.ts'

/** The input for compiling matchers of one dialect. */
export interface MatcherSource {
  readonly dialect: Dialect
  /** For dialects that are parsed as code. */
  readonly code: { readonly grammar: Grammar; readonly syntax: CodeSyntax } | undefined
  readonly shared: ReadonlyMap<string, LoadedMatcher>
  report(positions: SpecPositions, fault: CompileFault): void
}

/** Compiles matchers for one dialect. */
export interface MatcherCompiler {
  /** The entries of a matcher in files of the dialect. Empty if it does not apply. For `isPlanned` see `NodeCompiler`. */
  entriesOf(spec: MatcherSpec, path: SpecPath, positions: SpecPositions, isPlanned?: boolean): readonly Entry[]
  /** The same by alternative: each branch of an outer `any` compiles its entries when called. */
  alternativesOf(spec: MatcherSpec, path: SpecPath, positions: SpecPositions, isPlanned?: boolean): readonly (() => readonly Entry[])[]
  /** The matcher over syntax nodes. Undefined if the dialect has none. */
  nodeMatcher(spec: MatcherSpec, path: SpecPath, positions: SpecPositions, isPlanned?: boolean): NodeMatcher | undefined
  /** The test of a correct regex on the own text of nodes. */
  ownTextTest(source: string): OwnTextTest
}

/** Compiles matchers for one dialect. Each named matcher is compiled once. */
export function createMatcherCompiler(source: MatcherSource): MatcherCompiler {
  const { dialect, code, shared } = source
  const ownTexts = createOwnTextTests()
  const nodes = code === undefined ? undefined : createNodeCompiler({ ...code, language: dialect.language, shared, ownTexts, report: source.report })

  function alternativesOf(spec: MatcherSpec, path: SpecPath, positions: SpecPositions, isPlanned = false): readonly (() => readonly Entry[])[] {
    if (!isForLanguage(spec.languages, dialect.language)) return []
    const keys = Object.keys(spec).filter((key) => key !== 'languages')
    const [only] = keys
    if (keys.length === 1 && only === 'any')
      return (spec.any ?? []).flatMap((branch, index) => alternativesOf(branch, [...path, 'any', index], positions, isPlanned))
    const named = keys.length === 1 && only === 'use' ? shared.get(spec.use ?? '') : undefined
    if (named !== undefined) return alternativesOf(withoutDescription(named.spec), named.path, named.positions, isPlanned)
    return [() => compileEntries(spec, path, positions, isPlanned)]
  }

  function compileEntries(spec: MatcherSpec, path: SpecPath, positions: SpecPositions, isPlanned: boolean): readonly Entry[] {
    const report = (fault: CompileFault): void => source.report(positions, fault)
    const place = { dialect, shared, isPlanned, report, positions, reportAt: source.report }
    switch (placeOf(spec, shared)) {
      case 'node':
        return nodes === undefined ? [] : branchesOf(nodes(spec, path, positions, isPlanned)).map((matcher) => ({ kind: 'node', matcher }))
      case 'value':
        return dialect.readDocument === undefined ? [] : [{ kind: 'value', matcher: compileValue(spec, path, place) }]
      case 'text':
        return [{ kind: 'text', matcher: compileText(spec, path, place) }]
    }
  }

  return {
    entriesOf: (...given) => alternativesOf(...given).flatMap((make) => make()),
    alternativesOf,
    nodeMatcher: (spec, path, positions, isPlanned = false) =>
      isForLanguage(spec.languages, dialect.language) ? nodes?.(spec, path, positions, isPlanned) : undefined,
    ownTextTest: (regex) => ownTexts.testOfSource(regex, compileCheckedRegex),
  }
}

function branchesOf(matcher: NodeMatcher): readonly NodeMatcher[] {
  return matcher.branches ?? [matcher]
}

function withoutDescription(spec: MatcherSpec & { description?: string }): MatcherSpec {
  const { description: _, ...matcher } = spec
  return matcher
}

const NODE_KEYS = ['pattern', 'query', 'call', 'argument', 'kind', 'inside', 'has', 'follows', 'precedes'] as const

/** The subject of a matcher: syntax nodes, values of documents, or otherwise the text. */
function placeOf(spec: MatcherSpec, shared: ReadonlyMap<string, LoadedMatcher>): Entry['kind'] {
  if (NODE_KEYS.some((key) => spec[key] !== undefined)) return 'node'
  if (spec.document !== undefined) return 'value'
  const named = spec.use === undefined ? undefined : shared.get(spec.use)?.spec
  const inner = [...(spec.all ?? []), ...(spec.any ?? []), ...(spec.not === undefined ? [] : [spec.not]), ...(named === undefined ? [] : [named])]
  const places = inner.map((part) => placeOf(part, shared))
  return places.includes('node') ? 'node' : places.includes('value') ? 'value' : 'text'
}
