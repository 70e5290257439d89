import { plainPath } from '../engines/regex/compile-path-glob.ts'
import { buildPrefilters, type Prefilter } from '../engines/prefilter/build-prefilters.ts'
import type { Grammar } from '../engines/syntax/grammar.ts'
import { createMatcherCompiler, type MatcherCompiler, type MatcherSource } from '../matchers/compile-matchers.ts'
import { compilePathGlobs } from '../matchers/compile-path-globs.ts'
import { boundName } from '../model/bound.ts'
import { type Dialect, isForLanguage } from '../model/language.ts'
import type { LoadedRule, RulePack } from '../model/rule-pack.ts'
import type { AccessRow, CompiledRule, DialectRules, Entry, FlowNeeds, MountRow, WideRequirement } from '../model/ruleset.ts'
import { buildDispatch } from './build-dispatch.ts'
import { createPathReader } from './compile-paths.ts'
import { compileForeignRequirements, compileRule, isWide } from './compile-rule.ts'
import { createTaintCompiler } from './compile-taint.ts'
import type { DiagnosticLog } from './diagnostic-log.ts'

/** The input for compiling the rules of a dialect. */
export interface DialectInput {
  readonly pack: RulePack
  loadGrammar(name: string): Promise<Grammar>
  refine(compiler: MatcherCompiler, dialect: Dialect): MatcherCompiler
  readonly log: DiagnosticLog
}

/**
 * Compiles the rules for files of a dialect, and the requirements of other rules that these files may meet. Loads the grammar only if such a rule
 * exists.
 */
export async function compileDialect(dialect: Dialect, { pack, loadGrammar, refine, log }: DialectInput): Promise<DialectRules> {
  const ours = pack.rules.flatMap((rule, index) => (isForLanguage(rule.spec.languages, dialect.language) ? [{ rule, index }] : []))
  const code = ours.length === 0 ? undefined : await loadCode(dialect, loadGrammar)
  const report = log.reporter(dialect)
  const source = { dialect, shared: pack.shared, report }
  const compiler = refine(createMatcherCompiler({ ...source, code }), dialect)
  const taintCompiler = createTaintCompiler(compiler, dialect, pack.shared)
  const compilers = { compiler, taintCompiler, readPath: createPathReader(), report }
  const rules = ours.map(({ rule, index }) => compileRule(rule, index, compilers)).filter(canReport)
  const wideRequirements = listWideRequirements(rules, pack.rules, source)
  const flows = rules.flatMap(({ taint }, position) => (taint === undefined || code?.syntax.lower === undefined ? [] : [{ position, needs: taint }]))
  const { needs: placeNeeds, nodeMatchers: placeMatchers, ...taint } = taintCompiler.finish(code?.syntax)
  const matchers = [...rules, ...wideRequirements.map(({ requirement }) => requirement)].flatMap(({ entries }) =>
    entries.map(({ matcher }) => matcher),
  )
  const fileTests = compileFileTests(matchers)
  const access = code === undefined ? [] : compileAccess(pack.shared, compiler)
  const mounts = code === undefined ? [] : compileMounts(pack.shared, compiler)
  const [ofRules, ofPlaces, ofMatchers, ofPlaceMatchers, ofSources, ofOwnSources, ofSinks, ofAccess, ofMounts] = buildPrefilters([
    [...rules.map(({ need }) => need), ...wideRequirements.map(({ requirement }) => requirement.need)],
    placeNeeds,
    matchers.map(({ need }) => need),
    placeMatchers.map(({ need }) => need),
    flows.map(({ needs }) => needs.sources),
    flows.map(({ needs }) => needs.ownSources),
    flows.map(({ needs }) => needs.sinks),
    access.map(({ matcher }) => matcher.need),
    mounts.map(({ matcher }) => matcher.need),
  ])
  return {
    dialect,
    code: code === undefined ? undefined : { syntax: code.syntax, parse: code.grammar.parse },
    rules,
    wideRequirements,
    dispatch: buildDispatch([...rules, ...wideRequirements.map(({ requirement }) => requirement)], code?.syntax),
    taint: {
      ...taint,
      accessFor: (text) => ofAccess(text).map((index) => access[index]),
      mountsFor: (text) => ofMounts(text).map((index) => mounts[index]),
      candidates: ofPlaces,
      matchersFor: (text) => new Set(ofPlaceMatchers(text).map((index) => placeMatchers[index])),
    },
    flowCandidates: proposeFlows(flows, { sources: ofSources, ownSources: ofOwnSources, sinks: ofSinks }),
    candidates: ofRules,
    matchersFor: (text, path) =>
      new Set(
        ofMatchers(text)
          .map((index) => matchers[index])
          .filter((matcher) => fileTests.get(matcher)?.(path) !== false),
      ),
  }
}

/** The files in which matchers with path conditions can hold. */
function compileFileTests(matchers: readonly Entry['matcher'][]): ReadonlyMap<Entry['matcher'], (path: string) => boolean> {
  return new Map(
    matchers.flatMap((matcher) => {
      if (!('files' in matcher) || matcher.files === undefined) return []
      // A malformed glob was already reported when the matcher was compiled.
      const lists = matcher.files.map((globs) => compilePathGlobs(globs, [], () => {}))
      return [[matcher, (path: string) => lists.every((list) => list.some((matches) => matches(plainPath(path))))] as const]
    }),
  )
}

/** Named matchers with `access`, in name order. Each branch gets its own row, because few files have the literals of several branches. */
function compileAccess(shared: RulePack['shared'], compiler: MatcherCompiler): readonly AccessRow[] {
  return [...shared.values()].flatMap(({ spec, path, positions, access, mounts }) => {
    if (access === undefined || mounts !== undefined) return []
    return compiler.entriesOf(spec, path, positions).flatMap((entry) => (entry.kind === 'node' ? [{ matcher: entry.matcher, says: access }] : []))
  })
}

/** Named matchers with `mounts`, in name order. */
function compileMounts(shared: RulePack['shared'], compiler: MatcherCompiler): readonly MountRow[] {
  return [...shared.values()].flatMap(({ spec, path, positions, access, mounts = {} }) =>
    (['router', 'handler'] as const).flatMap((kind) => {
      const metavariable = mounts[kind]
      const matcher = metavariable === undefined ? undefined : compiler.nodeMatcher(spec, path, positions)
      return matcher === undefined || metavariable === undefined ? [] : [{ matcher, kind, metavariable: boundName(metavariable), says: access }]
    }),
  )
}

async function loadCode({ code }: Dialect, loadGrammar: DialectInput['loadGrammar']): Promise<MatcherSource['code']> {
  if (code === undefined) return undefined
  const grammar = await loadGrammar(code.grammar)
  return { grammar, syntax: code.bind(grammar.names) }
}

/** A rule without an entry is skipped unless other files may depend on its requirements. */
function canReport(rule: CompiledRule): boolean {
  return rule.entries.length > 0 || rule.taint !== undefined || rule.requirements.some(isWide)
}

function listWideRequirements(
  rules: readonly CompiledRule[],
  all: readonly LoadedRule[],
  source: Omit<MatcherSource, 'code'>,
): readonly WideRequirement[] {
  // Mistakes in code matchers are reported for the rule's own languages. Mistakes in document matchers may only appear here.
  const compiler = createMatcherCompiler({ ...source, code: undefined })
  const foreign = all.flatMap((rule, index) =>
    isForLanguage(rule.spec.languages, source.dialect.language) ? [] : compileForeignRequirements(rule, index, compiler),
  )
  return [...rules.flatMap(({ requirements }) => requirements.filter(isWide)), ...foreign].map((requirement) => ({
    key: requirement.key,
    requirement,
  }))
}

/** `position` is the index of the rule in `DialectRules.rules`; the prefilters count in flows. */
function proposeFlows(
  flows: readonly { readonly position: number }[],
  { sources, ownSources, sinks }: Readonly<Record<keyof FlowNeeds, Prefilter>>,
): DialectRules['flowCandidates'] {
  return (text) => {
    const [withSource, withOwnSource, withSink] = [sources, ownSources, sinks].map((propose) => new Set(propose(text)))
    const positionsOf = (holds: (flow: number) => boolean): number[] => flows.flatMap(({ position }, flow) => (holds(flow) ? [position] : []))
    return {
      // Data that counts only in its own file needs a sink in that file.
      sources: positionsOf((flow) => withSource.has(flow) || (withSink.has(flow) && withOwnSource.has(flow))),
      sinks: positionsOf((flow) => withSink.has(flow)),
    }
  }
}
