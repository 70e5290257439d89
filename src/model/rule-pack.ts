import type { Diagnostic } from './diagnostic.ts'
import type { RulePlans } from './rule-plans.ts'
import type { MatcherSpec, ModelSpec, NamedMatcherSpec, RuleSpec } from './rule-spec.ts'

/** A text of a rule, a shared matcher file or a pack, with the name that diagnostics use for it. */
export interface PackFile {
  /** Path with forward slashes, as shown to the author: `rules/injection/sql-injection.yaml`. */
  readonly path: string
  readonly text: string
  /**
   * What the text parses to, when a build has read it already (`bundleFolder`) without a mistake. Then the text is parsed only when a place in it is
   * asked for: parsing YAML is nine tenths of the time that loading takes.
   */
  readonly parsed?: unknown
  /** A build has loaded and compiled it with all that it uses, without a mistake: its shape and content are not checked again. */
  readonly checked?: boolean
}

/** The texts of one rule folder. The layout on disk: `<category>/<id>.yaml` (or flat) for rules, `shared/*.yaml`, `models/` with folders of languages, `packs/*.yaml`; `.json` and `.yml` too. */
export interface RuleFolder {
  /** In kebab-case. A folder without pack files is one pack of this name, version 0.0.0, with all its rules. */
  readonly name: string
  readonly rules: readonly PackFile[]
  readonly shared: readonly PackFile[]
  /** What functions of libraries do with data. */
  readonly models?: readonly PackFile[]
  readonly packs: readonly PackFile[]
  /** True takes every pack of the folder, false those alone that are asked for by name, and reads no other rule. */
  readonly whole: boolean
  /** What a build has learnt of its matchers. */
  readonly plans?: RulePlans
  /** Digest of the engine that the build goes with, so that a cache tells two builds of one version apart. */
  readonly engine?: string
}

/** What loading takes. The order of folders and files does not matter. */
export interface PackInput {
  readonly folders: readonly RuleFolder[]
  /** Names of packs of any folder. */
  readonly wanted: readonly string[]
}

/** Finds the place of a value in its YAML or JSON file. */
export interface SpecPositions {
  readonly file: string
  /**
   * Line and column (from 1) of the value at a path of keys and indexes (`['match', 'any', 0, 'call']`); `offset` counts UTF-16 units into a string
   * value, for mistakes inside patterns, queries and regexes. A path that is not there gives its nearest parent.
   */
  positionOf(path: SpecPath, offset?: number): { readonly line: number; readonly column: number }
}

/** Keys and indexes that lead to a value of a rule file. */
export type SpecPath = readonly (string | number)[]

/** A rule and its places. */
export interface LoadedRule {
  readonly spec: RuleSpec
  readonly positions: SpecPositions
}

/** A named matcher and its places. */
export interface LoadedMatcher {
  readonly spec: MatcherSpec
  /** Where the matcher's spec lies within its file. */
  readonly path: SpecPath
  readonly positions: SpecPositions
  /** Who reaches code for which it holds, where that is not everybody. */
  readonly access?: string
  /** What it hands requests on to. */
  readonly mounts?: NamedMatcherSpec['mounts']
}

/** What loading gives and compiling takes: valid by the schema, packs expanded, overrides applied, ids unique, in id order. */
export interface RulePack {
  readonly rules: readonly LoadedRule[]
  /** Rules of whole folders that are in no pack that was taken: checked as the others are, and never run. In id order. */
  readonly idle: readonly LoadedRule[]
  /** What could be read of rules with mistakes: never run, and checked for the mistakes that are left. In id order. */
  readonly faulty: readonly LoadedRule[]
  /** Named matchers of `rules/shared/` and of the packs. */
  readonly shared: ReadonlyMap<string, LoadedMatcher>
  /** Of all folders, in path order. */
  readonly models: readonly ModelSpec[]
  readonly packs: readonly { readonly name: string; readonly version: string; readonly rules: number }[]
}

/** A value, or every mistake found on the way to it. `value` is present when something usable remains. */
export interface Loaded<T> {
  readonly value?: T
  readonly diagnostics: readonly Diagnostic[]
}
