import type { TakenQueries } from './engines/syntax/grammar.ts'
import type { WasmSource } from './engines/syntax/syntax-runtime.ts'
import type { FlowStore } from './model/flow-store.ts'
import type { RuleFolder } from './model/rule-pack.ts'
import type { ReadFile, StoredFile } from './model/source.ts'

/** Everything that a scanner needs, as data. The engine itself reads no file. */
export interface ScannerData {
  /** Rule files, shared matchers, models and packs. */
  readonly folders: readonly RuleFolder[]
  /** Names of packs of these folders. */
  readonly packs: readonly string[]
  /** The bytes of `web-tree-sitter.wasm`, or a function that loads them when the first grammar is needed. */
  readonly runtime: WasmSource | (() => Promise<WasmSource>)
  /** Returns a grammar. `name` is its file name without `.wasm`, such as `tree-sitter-python`. Called once per grammar, when a file or rule first needs it. */
  grammar(name: string): WasmSource | Promise<WasmSource>
  /** True if the build has verified the fast tree reader against this runtime and these grammars, as for those of this package. */
  readonly grammarsChecked?: boolean
  /**
   * `true` compiles all rules now, which loads all their grammars, and reports every error in them. `false` compiles a rule when a file needs it; a faulty rule then
   * matches nothing. Default: `true` if some rule was not checked by a build.
   */
  readonly check?: boolean
  /** Reads the content of a `StoredFile`. Without it, stored files are skipped as unreadable. */
  readonly readStored?: (file: StoredFile, how: { readonly maxFileBytes: number; readonly unchanged: boolean }) => ReadFile
}

/** Options that only this package and its tests use. */
export interface EngineData extends ScannerData {
  /** Data-flow results of files that earlier scans with the same rules and engine stored. */
  readonly flowStore?: FlowStore | undefined
  /**
   * Called when `check` found no error. It receives the same folders, parsed, checked and with compilation plans, so that they load faster. The plans are valid for this
   * engine version and this set of folders only.
   */
  readonly onChecked?: (folders: readonly RuleFolder[]) => void
  /** Tree-sitter queries that this grammar is known to accept, by grammar name. */
  readonly taken?: (grammar: string) => TakenQueries
  /** Alternative implementations. Tests verify that they produce the same findings. */
  readonly testing?: { readonly walk?: 'cursor'; readonly withoutPrefilter?: boolean }
}
