import type { Diagnostic } from './diagnostic.ts'
import type { Weighing } from './evidence.ts'
import type { RulePlans } from './rule-plans.ts'
import type { MatcherSpec, ModelSpec, NamedMatcherSpec, RuleSpec } from './rule-spec.ts'

/** The text of a rule, a shared matcher file or a pack, with its name in diagnostics. */
export interface PackFile {
  /** Path with forward slashes, as shown to the author: `rules/injection/sql-injection.yaml`. */
  readonly path: string
  readonly text: string
  /**
   * The parsed content, if a build has read it without mistakes (`bundleFolder`). Then the text is parsed only if a position in it is needed: parsing
   * YAML is nine tenths of the loading time.
   */
  readonly parsed?: unknown
  /** The build has loaded and compiled it without mistakes, including everything that it uses, so it is not validated again. */
  readonly checked?: boolean
}

/**
 * The files of one rule folder. Layout on disk: `<category>/<id>.yaml` (or flat) for rules, `shared/*.yaml`, `words/*.yaml`, `models/` with folders of
 * languages, `packs/*.yaml`; also `.json` and `.yml`.
 */
export interface RuleFolder {
  /** In kebab-case. A folder without pack files is one pack with this name, version 0.0.0 and all its rules. */
  readonly name: string
  readonly rules: readonly PackFile[]
  readonly shared: readonly PackFile[]
  /** Word lists that regexes refer to. */
  readonly words?: readonly PackFile[]
  /** Models of library functions. */
  readonly models?: readonly PackFile[]
  readonly packs: readonly PackFile[]
  /** The weights that the confidence of findings of these rules is computed with, as JSON. */
  readonly evidence?: PackFile
  /** True to load every pack of the folder. False to load only requested packs and their rules. */
  readonly whole: boolean
  /** Compile results of its matchers from a build. */
  readonly plans?: RulePlans
  /** Hash of the engine of the build, so that a cache distinguishes two builds of one version. */
  readonly engine?: string
}

/** The input for loading. The order of folders and files does not matter. */
export interface PackInput {
  readonly folders: readonly RuleFolder[]
  /** Names of packs of any folder. */
  readonly wanted: readonly string[]
}

/** Finds the position of a value in its YAML or JSON file. */
export interface SpecPositions {
  readonly file: string
  /**
   * Line and column (from 1) of the value at a path of keys and indexes (`['match', 'any', 0, 'call']`). `offset` counts UTF-16 units of a string
   * value, for mistakes inside patterns, queries and regexes. A missing path gives the position of its nearest parent.
   */
  positionOf(path: SpecPath, offset?: number): { readonly line: number; readonly column: number }
}

/** Keys and indexes that lead to a value of a rule file. */
export type SpecPath = readonly (string | number)[]

/** A rule with positions. */
export interface LoadedRule {
  readonly spec: RuleSpec
  readonly positions: SpecPositions
}

/** A named matcher with positions. */
export interface LoadedMatcher {
  readonly spec: MatcherSpec
  /** The path of the matcher's spec in its file. */
  readonly path: SpecPath
  readonly positions: SpecPositions
  /** Who has access to matching code, if access is restricted. */
  readonly access?: string
  /** The targets to which it passes requests. */
  readonly mounts?: NamedMatcherSpec['mounts']
}

/** The output of loading and input of compiling: valid by the schema, packs expanded, overrides applied, unique ids, in id order. */
export interface RulePack {
  readonly rules: readonly LoadedRule[]
  /** Rules of completely loaded folders that no loaded pack selects: checked, but never run. In id order. */
  readonly idle: readonly LoadedRule[]
  /** The readable parts of rules with mistakes: never run, but checked for further mistakes. In id order. */
  readonly faulty: readonly LoadedRule[]
  /** Named matchers of `rules/shared/` and of the packs. */
  readonly shared: ReadonlyMap<string, LoadedMatcher>
  /** Of all folders, in path order. */
  readonly models: readonly ModelSpec[]
  readonly packs: readonly { readonly name: string; readonly version: string; readonly rules: number }[]
  /** Weights, and the rules that they were trained for. Undefined: all findings keep the confidence that their rules state. */
  readonly weighing?: Weighing
}

/** A value, or all mistakes. `value` is present if a usable part remains. */
export interface Loaded<T> {
  readonly value?: T
  readonly diagnostics: readonly Diagnostic[]
}
