import { compileRegex } from '../engines/regex/compile-regex.ts'
import type { Grammar } from '../engines/syntax/grammar.ts'
import type { MatcherCompiler } from '../matchers/compile-matchers.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import { type Dialect, isForLanguage } from '../model/language.ts'
import type { LoadedRule, RulePack } from '../model/rule-pack.ts'
import type { AutofixSpec } from '../model/rule-spec.ts'
import type { AutofixEdit, DialectRules, RuleDetail, Ruleset } from '../model/ruleset.ts'
import { compileDialect } from './compile-dialect.ts'
import { isWide, wideRequirementsOf } from './compile-rule.ts'
import { createDiagnosticLog, type DiagnosticLog } from './diagnostic-log.ts'
import { listDeadLanguages } from './list-dead-languages.ts'
import { toRuleInfo } from './to-rule-info.ts'

/** The input of a ruleset. */
export interface CompilerInput {
  readonly pack: RulePack
  /** All dialects of files. */
  readonly dialects: readonly Dialect[]
  /** Called once for each grammar, when the first file or rule needs it. */
  loadGrammar(name: string): Promise<Grammar>
  /** The rules were checked when this package was built. Then tree-sitter does not check queries again, which takes a third of the time. */
  readonly checked?: boolean
  /** Wraps the compiler of a dialect's matchers, to record plans or to use them. */
  readonly refine?: (compiler: MatcherCompiler, dialect: Dialect) => MatcherCompiler
}

/** A ruleset that runs, and its check. */
export interface CompiledPack {
  readonly ruleset: Ruleset
  /** Compiles all rules for all their languages and returns every mistake, in order of file and position. Rules without mistakes still run. */
  check(): Promise<readonly Diagnostic[]>
  /** The same for incomplete rules: checks that need complete rules are skipped. */
  checkParts(): Promise<readonly Diagnostic[]>
}

/** Prepares a pack. A dialect is compiled when its first file comes, or by `check`. */
export function compileRuleset({ pack, dialects, loadGrammar, checked = false, refine = (compiler) => compiler }: CompilerInput): CompiledPack {
  const log = createDiagnosticLog()
  const input = { pack, loadGrammar: checked ? withoutQueryCheck(loadGrammar) : loadGrammar, refine, log }
  const compiled = new Map<string, Promise<DialectRules>>()
  const forDialect = (dialect: Dialect): Promise<DialectRules> => {
    const known = compiled.get(dialect.id)
    if (known !== undefined) return known
    const fresh = compileDialect(dialect, input)
    compiled.set(dialect.id, fresh)
    // Loading the grammar may succeed the next time.
    fresh.catch(() => compiled.delete(dialect.id))
    return fresh
  }
  return {
    ruleset: { rules: pack.rules.map(toRuleDetail), packs: pack.packs, forDialect },
    check: async () => {
      reportDeadLanguages(pack.rules, await findAbleLanguages(pack.rules, dialects, forDialect), log)
      return log.diagnostics()
    },
    checkParts: async () => {
      await findAbleLanguages(pack.rules, dialects, forDialect)
      return log.diagnostics()
    },
  }
}

function withoutQueryCheck(loadGrammar: CompilerInput['loadGrammar']): CompilerInput['loadGrammar'] {
  return async (name) => ({ ...(await loadGrammar(name)), checkQuery: () => undefined })
}

function toRuleDetail({ spec }: LoadedRule, index: number): RuleDetail {
  return {
    info: toRuleInfo(spec),
    wideRequirements: wideRequirementsOf(spec, index),
    yieldsTo: spec['yields-to'] ?? [],
    lastOnly: spec.taint?.report === 'last',
    message: spec.message,
    oneCause: spec['one-cause'],
    autofix: spec.autofix === undefined ? undefined : compileAutofix(spec.autofix),
  }
}

function compileAutofix({ replace, edits }: AutofixSpec): RuleDetail['autofix'] {
  return edits === undefined ? { ...(replace === undefined ? {} : { replace }) } : { edits: edits.map(compileEdit) }
}

/** A malformed regex was already reported by the check of the rule. */
function compileEdit({ at, text, find }: NonNullable<AutofixSpec['edits']>[number]): AutofixEdit {
  const regex = find === undefined ? undefined : compileRegex(find)
  if (regex?.kind !== 'regex') return { at, text }
  return {
    at,
    text,
    find: (code) => {
      const match = regex.find(code)
      return match?.groups[0] ?? match
    },
  }
}

/** Compiles everything. Returns the languages in which a rule can match, by rule index. */
async function findAbleLanguages(
  rules: readonly LoadedRule[],
  dialects: readonly Dialect[],
  forDialect: Ruleset['forDialect'],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const able = new Map<number, Set<string>>()
  for (const dialect of dialects) {
    if (!rules.some(({ spec }) => isForLanguage(spec.languages, dialect.language) || asksElsewhere(spec))) continue
    const { rules: compiled, code } = await forDialect(dialect)
    for (const { index, entries, taint } of compiled)
      if (entries.length > 0 || (taint !== undefined && code?.syntax.lower !== undefined))
        able.set(index, (able.get(index) ?? new Set<string>()).add(dialect.language))
  }
  return able
}

/** Requirements on a package or project are searched in files of every dialect. */
function asksElsewhere({ requires = [] }: LoadedRule['spec']): boolean {
  return requires.some(isWide)
}

function reportDeadLanguages(rules: readonly LoadedRule[], able: ReadonlyMap<number, ReadonlySet<string>>, log: DiagnosticLog): void {
  for (const [index, { spec, positions }] of rules.entries())
    for (const fault of listDeadLanguages(spec, able.get(index))) log.report(positions, fault)
}
