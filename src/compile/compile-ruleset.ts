import { buildPrefilters } from '../engines/prefilter/build-prefilters.ts'
import type { Grammar } from '../engines/syntax/syntax-runtime.ts'
import { createMatcherCompiler, type MatcherCompiler } from '../matchers/compile-matchers.ts'
import type { CompileFault } from '../matchers/node-compiler.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Dialect } from '../model/language.ts'
import type { LoadedRule, RulePack, SpecPath } from '../model/rule-pack.ts'
import type { RuleSpec } from '../model/rule-spec.ts'
import type { CompiledRule, DialectRules, RuleDetail, Ruleset } from '../model/ruleset.ts'
import { buildDispatch } from './build-dispatch.ts'

import { compileForeignRequirements, compileRule, projectRequirementsOf } from './compile-rule.ts'
import { createTaintCompiler } from './compile-taint.ts'
import { createDiagnosticLog, type DiagnosticLog } from './diagnostic-log.ts'
import { toRuleInfo } from './rule-info.ts'

export interface CompilerInput {
  readonly pack: RulePack
  /** All dialects that files may be of. */
  readonly dialects: readonly Dialect[]
  /** Called once for each grammar, when the first file or rule asks for it. */
  loadGrammar(name: string): Promise<Grammar>
  /**
   * Rules that have been checked before, as those of this package were when it was built: tree-sitter is not asked for its verdict on queries, which
   * takes a third of the time.
   */
  readonly checked?: boolean
  /** Puts another compiler around that of a dialect's matchers: one that keeps plans, or goes by them. */
  readonly refine?: (compiler: MatcherCompiler, dialect: Dialect) => MatcherCompiler
}

export interface CompiledPack {
  readonly ruleset: Ruleset
  /** Compiles all rules for all their languages and returns every mistake, in order of file and place. Rules without mistakes run all the same. */
  check(): Promise<readonly Diagnostic[]>
}

/** Makes a pack runnable. Nothing is compiled before a file of its dialect comes, or `check` is called. */
export function compileRuleset({ pack, dialects, loadGrammar: loadAny, checked, refine = (compiler) => compiler }: CompilerInput): CompiledPack {
  const loadGrammar =
    checked === true ? async (name: string): Promise<Grammar> => ({ ...(await loadAny(name)), checkQuery: () => undefined }) : loadAny
  const log = createDiagnosticLog()
  const compiled = new Map<string, Promise<DialectRules>>()
  const details: readonly RuleDetail[] = pack.rules.map(({ spec }, index) => ({
    info: toRuleInfo(spec),
    projectRequirements: projectRequirementsOf(spec, index),
    yieldsTo: spec['yields-to'] ?? [],
    lastOnly: spec.taint?.report === 'last',
    message: spec.message,
    autofix: spec.autofix,
  }))
  const forDialect = (dialect: Dialect): Promise<DialectRules> => {
    const known = compiled.get(dialect.id)
    if (known !== undefined) return known
    const fresh = compileForDialect({ pack, loadGrammar, refine }, dialect, log)
    compiled.set(dialect.id, fresh)
    // A grammar that could not be fetched may come the next time.
    fresh.catch(() => compiled.delete(dialect.id))
    return fresh
  }
  return {
    ruleset: { rules: details, packs: pack.packs, forDialect },
    check: async () => {
      const able = new Map<number, Set<string>>()
      for (const dialect of dialects) {
        if (!pack.rules.some((rule) => speaksFor(rule, dialect) || asksProject(rule))) continue
        const { rules, code } = await forDialect(dialect)
        for (const { index, entries, taint } of rules)
          if (entries.length > 0 || (taint !== undefined && code?.syntax.lower !== undefined))
            able.set(index, (able.get(index) ?? new Set<string>()).add(dialect.language))
      }
      for (const [index, { spec, positions }] of pack.rules.entries())
        for (const fault of listDeadLanguages(spec, able.get(index))) log.report(positions, fault)
      return log.diagnostics()
    },
  }
}

/** A rule that can match nothing, or nothing in one of its languages, looks as if it had found nothing. `able` has the languages that it can match in. */
function listDeadLanguages({ languages, match }: RuleSpec, able: ReadonlySet<string> | undefined): readonly CompileFault[] {
  const hint =
    match === undefined
      ? 'data is followed in `javascript`, `typescript` and `python`'
      : 'ask for values of configuration files with `document`, for code with `pattern`, `call`, `kind` or `query`, for text with `regex`'
  const neverMatches = (dead: readonly string[], path: SpecPath): CompileFault => {
    const message = `Nothing here can match in files of ${dead.map((language) => `\`${language}\``).join(', ')}.`
    return { code: 'rule/never-matches', message, hint, path, offset: 0 }
  }
  if (able === undefined) return [neverMatches(languages, [match === undefined ? 'taint' : 'match'])]
  return languages.flatMap((language, index) => (language === 'text' || able.has(language) ? [] : [neverMatches([language], ['languages', index])]))
}

type DialectInput = Pick<Required<CompilerInput>, 'pack' | 'loadGrammar' | 'refine'>

async function compileForDialect({ pack, loadGrammar, refine }: DialectInput, dialect: Dialect, log: DiagnosticLog): Promise<DialectRules> {
  const speaking = pack.rules.flatMap((rule, index) => (speaksFor(rule, dialect) ? [{ rule, index }] : []))
  const grammar = dialect.code === undefined || speaking.length === 0 ? undefined : await loadGrammar(dialect.code.grammar)
  const syntax = grammar === undefined ? undefined : dialect.code?.bind(grammar.names)
  const code = grammar === undefined || syntax === undefined ? undefined : { grammar, syntax }
  const report = log.reporter(dialect)
  const compiler = refine(createMatcherCompiler({ dialect, code, shared: pack.shared, report }), dialect)
  const taintCompiler = createTaintCompiler(compiler, dialect, pack.shared)
  const rules = speaking.map(({ rule, index }) => compileRule(rule, index, { compiler, taintCompiler, report })).filter(canReport)
  // What is wrong with code is told where the rule is for it; what is wrong with documents may show here alone.
  const foreign = createMatcherCompiler({ dialect, code: undefined, shared: pack.shared, report })
  const projectRequirements = [
    ...rules.flatMap(({ requirements }) => requirements),
    ...pack.rules.flatMap((rule, index) => (speaksFor(rule, dialect) ? [] : compileForeignRequirements(rule, index, foreign))),
  ]
    .filter(({ scope }) => scope === 'project')
    .map((requirement) => ({ key: requirement.key, requirement }))
  const flows = rules.flatMap((rule, position) => (rule.taint === undefined || syntax?.lower === undefined ? [] : [{ position, taint: rule.taint }]))
  const { needs: placeNeeds, ...taint } = taintCompiler.finish(syntax)
  const matchers = rules.flatMap((rule) => rule.entries.map(({ matcher }) => matcher))
  const [ofRules, ofEnds, ofPlaces, ofMatchers] = buildPrefilters([
    [...rules.map((rule) => rule.need), ...projectRequirements.map(({ requirement }) => requirement.need)],
    // Three for each flow: `findFlowCandidates` counts on it.
    flows.flatMap(({ taint: { sources, ownSources, sinks } }) => [sources, ownSources, sinks]),
    placeNeeds,
    matchers.map(({ need }) => need),
  ])
  return {
    dialect,
    code: grammar === undefined || syntax === undefined ? undefined : { syntax, parse: grammar.parse },
    rules,
    projectRequirements,
    dispatch: buildDispatch(rules, syntax),
    taint: { ...taint, candidates: ofPlaces },
    flowCandidates: (text) => findFlowCandidates(flows, new Set(ofEnds(text))),
    candidates: ofRules,
    matchersFor: (text) => new Set(ofMatchers(text).map((index) => matchers[index])),
  }
}

/** Rules that a text may hold the ends of flows of: data that counts in its own file alone takes both. */
function findFlowCandidates(flows: readonly { readonly position: number }[], ends: ReadonlySet<number>): ReturnType<DialectRules['flowCandidates']> {
  const sinks = flows.map((_, index) => ends.has(3 * index + 2))
  const isSource = (index: number): boolean => ends.has(3 * index) || (sinks[index] && ends.has(3 * index + 1))
  const positionsOf = (holds: (index: number) => boolean): number[] => flows.flatMap(({ position }, index) => (holds(index) ? [position] : []))
  return { sources: positionsOf(isSource), sinks: positionsOf((index) => sinks[index]) }
}

function speaksFor({ spec }: LoadedRule, dialect: Dialect): boolean {
  return spec.languages.some((language) => language === dialect.language || language === 'text')
}

function asksProject({ spec }: LoadedRule): boolean {
  return spec.requires?.some(({ scope }) => scope === 'project') === true
}

function canReport(rule: CompiledRule): boolean {
  return rule.entries.length > 0 || rule.taint !== undefined || rule.requirements.some((requirement) => requirement.scope === 'project')
}
