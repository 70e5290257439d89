import type { RuleSpec } from './rule-spec.ts'

/** A format of another tool that rules can be imported from. */
export type ForeignFormat = 'semgrep' | 'gitleaks'

/**
 * What an importer did with a key. `rule`: the whole rule is not imported. `part`: the rule is imported without this alternative, which finds less.
 * `key`: the rule finds the same, but the value of the key is not used. `close`: imported, with the difference that the reason states.
 */
export type ImportEffect = 'rule' | 'part' | 'key' | 'close'

/** A key that is not carried over completely. */
export interface ImportNote {
  /** The id of the rule in the foreign file. Undefined for notes on the whole file. */
  readonly rule?: string
  /** Keys and indexes from the rule, joined by dots: `patterns.1.pattern-not`. Empty for the whole rule. */
  readonly key: string
  readonly effect: ImportEffect
  /** One sentence. */
  readonly reason: string
  readonly file: string
  /** From 1. */
  readonly line: number
}

/** A rule in the native format. */
export interface ImportedRule {
  /** The id in the foreign file. The id of `spec` is the same name in kebab-case. */
  readonly origin: string
  readonly file: string
  readonly line: number
  readonly spec: RuleSpec
}

/** The translation of foreign rule files, in the order of their rules. */
export interface ImportedRules {
  readonly rules: readonly ImportedRule[]
  /** The number of rules in the foreign files. */
  readonly found: number
  readonly notes: readonly ImportNote[]
}
