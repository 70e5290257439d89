import { compileModels } from './compile/compile-models.ts'
import { compileRuleset } from './compile/compile-ruleset.ts'
import { createPlannedCompiler } from './compile/planned-compiler.ts'
import { createPlanRecorder } from './compile/record-plans.ts'
import type { Grammar, TakenQueries } from './engines/syntax/grammar.ts'
import { startSyntaxRuntime, type WasmSource } from './engines/syntax/syntax-runtime.ts'
import { createFlowEngine } from './flow/flow-engine.ts'
import { createDialectDetector } from './languages/detect-dialect.ts'
import { DIALECTS } from './languages/dialects.ts'
import { text } from './languages/text/dialect.ts'
import { createUnreadDetector } from './languages/unread/detect-unread.ts'
import { UNREAD_LANGUAGES } from './languages/unread/unread-languages.ts'
import type { Diagnostic } from './model/diagnostic.ts'
import type { ExaminationSettings } from './model/examiner.ts'
import type { FlowEngine } from './model/flow-engine.ts'
import type { SkippedFile } from './model/gap.ts'
import type { Dialect } from './model/language.ts'
import type { RuleFolder } from './model/rule-pack.ts'
import type { DialectPlans, RulePlans } from './model/rule-plans.ts'
import type { Ruleset } from './model/ruleset.ts'
import type { ReadFile, StoredFile } from './model/source.ts'
import { bundleFolder, markChecked } from './pack/bundle-folder.ts'
import { formatDiagnostic, sortDiagnostics } from './pack/format-diagnostic.ts'
import { loadPacks } from './pack/load-packs.ts'
import { RuleError } from './rule-error.ts'
import { createFileExaminer, type FileExaminer, type FileExaminerInput } from './scan/file-examiner.ts'
import { languageOfCode } from './scan/triage/language-of-code.ts'

/** Parses the files of a folder of rules, for those who load it more than once. */
export { bundleFolder } from './pack/bundle-folder.ts'

/** Everything a scanner is made of, as data: nothing is read from anywhere. */
export interface ScannerData {
  /** Rule files, shared matchers and packs. */
  readonly folders: readonly RuleFolder[]
  /** Names of packs of these folders. */
  readonly packs: readonly string[]
  /** `web-tree-sitter.wasm`. */
  readonly runtime: WasmSource | (() => Promise<WasmSource>)
  /** Grammar by the name of its file without `.wasm`, such as `tree-sitter-python`. Asked once, when the first file or rule needs it. */
  grammar(name: string): WasmSource | Promise<WasmSource>
  /** The fast way to read trees is known to be right for this runtime and these grammars, as for those of this package: its build tries them. */
  readonly grammarsChecked?: boolean
  /**
   * Compile all rules now, for which all their grammars are loaded, and throw what is wrong with them. By default so for rules that no build has checked. With
   * `false` rules are compiled when files need them, and broken ones are silent.
   */
  readonly check?: boolean
  /** Reads a stored file: see `StoredFile`. Without it these are skipped as unreadable. */
  readonly readStored?: (file: StoredFile, how: { readonly maxFileBytes: number; readonly unchanged: boolean }) => ReadFile
}

/** What only this package and its tests ask beside that. */
export interface EngineData extends ScannerData {
  /**
   * Called when `check` has found no mistake, with the same folders as they load faster: parsed, checked, and with plans. They are good for this engine, and
   * together.
   */
  readonly onChecked?: (folders: readonly RuleFolder[]) => void
  /** Queries that tree-sitter has taken before, by the name of the grammar, where this very grammar was asked. */
  readonly taken?: (grammar: string) => TakenQueries
  /** Settings that tests hold against each other: the same findings must come out. */
  readonly testing?: { readonly walk?: 'cursor'; readonly withoutPrefilter?: boolean }
}

/** Rules that are loaded, and what examines files with them. */
export interface Engine {
  readonly ruleset: Ruleset
  readonly flow: FlowEngine
  openExaminer(settings: ExaminationSettings): FileExaminer
  /** The language of a file that is program code by its name; empty for all others. */
  languageOfCode(path: string): Pick<SkippedFile, 'language'>
  close(): Promise<void>
}

/** Loads the rules, and compiles them where they must be checked. Throws `RuleError` with every mistake when rules or packs cannot be used. */
export async function openEngine(data: EngineData): Promise<Engine> {
  const mustCheck =
    data.check ?? data.folders.some(({ rules, shared, models = [] }) => ![...rules, ...shared, ...models].every(({ checked }) => checked === true))
  const loaded = loadPacks({ folders: data.folders, wanted: data.packs })
  // Where rules are checked, those that could be loaded are compiled first, so that all mistakes are told at once.
  if (loaded.value === undefined || (loaded.diagnostics.length > 0 && !mustCheck)) throw new RuleError(loaded.diagnostics)
  const grammars = createGrammarLoader(data)
  const recorder = data.onChecked === undefined ? undefined : createPlanRecorder()
  const compiling = { dialects: DIALECTS, checked: !mustCheck, loadGrammar: grammars.load }
  const { ruleset, check } = compileRuleset({
    ...compiling,
    pack: loaded.value,
    refine: (compiler, dialect) => plansOf(data, dialect).reduce(createPlannedCompiler, recorder?.refine(compiler, dialect) ?? compiler),
  })
  if (mustCheck) {
    const idle = compileRuleset({ ...compiling, pack: { ...loaded.value, rules: loaded.value.idle } })
    const faulty = compileRuleset({ ...compiling, pack: { ...loaded.value, rules: loaded.value.faulty } })
    const known = [...loaded.diagnostics, ...(await check()), ...(await idle.check())]
    const diagnostics = sortDiagnostics(leaveOutRepeated([...known, ...leaveOutPlaces(await faulty.checkParts(), known)]))
    if (diagnostics.length > 0 || ruleset.rules.length === 0) throw new RuleError(diagnostics)
    if (recorder !== undefined) data.onChecked?.(prepareFolders(data.folders, recorder.plans()))
  }
  const flow = createFlowEngine(compileModels(loaded.value.models))
  const input = toExaminerInput(data, ruleset, flow)
  return {
    ruleset,
    flow,
    openExaminer: (settings) => createFileExaminer(input, settings),
    languageOfCode: (path) => languageOfCode(input, path),
    close: async () => grammars.clear(),
  }
}

/** What is wrong with a named matcher is found wherever it is used. */
function leaveOutRepeated(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((each) => [formatDiagnostic(each), each])).values()]
}

/** One mistake makes others at the same place: the first that was found says what to do. */
function leaveOutPlaces(found: readonly Diagnostic[], known: readonly Diagnostic[]): readonly Diagnostic[] {
  const placeOf = ({ file, line, column }: Diagnostic): string => `${file}:${line}:${column}`
  const places = new Set(known.map(placeOf))
  return found.filter((each) => !places.has(placeOf(each)))
}

interface GrammarLoader {
  load(name: string): Promise<Grammar>
  clear(): void
}

/** Loads each grammar once. One that could not be loaded may be the next time. */
function createGrammarLoader(data: EngineData): GrammarLoader {
  const walk = data.testing?.walk ?? (data.grammarsChecked === true ? 'memory' : undefined)
  const grammars = new Map<string, Promise<Grammar>>()
  const read = async (name: string): Promise<Grammar> => {
    const runtime = await startSyntaxRuntime(typeof data.runtime === 'function' ? await data.runtime() : data.runtime)
    return runtime.loadGrammar(name, await data.grammar(name), { ...(walk === undefined ? {} : { walk }), taken: data.taken?.(name) })
  }
  return {
    load: (name) => {
      const known = grammars.get(name) ?? read(name)
      grammars.set(name, known)
      known.catch(() => grammars.delete(name))
      return known
    },
    clear: () => grammars.clear(),
  }
}

function toExaminerInput(data: EngineData, ruleset: Ruleset, flow: FlowEngine): FileExaminerInput {
  return {
    detect: createDialectDetector(DIALECTS, text),
    detectUnread: createUnreadDetector(UNREAD_LANGUAGES),
    dialects: DIALECTS,
    forDialect: ruleset.forDialect,
    rules: ruleset.rules,
    flow,
    ruleIds: (rule) => ruleset.rules[rule]?.info.id ?? '',
    now: () => performance.now(),
    readStored: data.readStored ?? refuseStored,
    withoutPrefilter: data.testing?.withoutPrefilter ?? false,
  }
}

function refuseStored({ path }: StoredFile): ReadFile {
  return { path, skip: { reason: 'unreadable', detail: 'Nothing here reads stored files; a file is given with its content.' } }
}

/** Files of different folders have different names, so plans stand beside each other. */
function plansOf({ folders }: ScannerData, { id }: Dialect): readonly DialectPlans[] {
  return folders.flatMap(({ plans }) => {
    const written = plans?.[id]
    return written === undefined ? [] : [JSON.parse(written)]
  })
}

/** New plans go with the first folder that had none: they name files, whose names differ. */
function prepareFolders(folders: readonly RuleFolder[], plans: RulePlans): readonly RuleFolder[] {
  const first = folders.find((folder) => folder.plans === undefined)
  return folders.map((folder) =>
    folder.plans !== undefined ? folder : { ...markChecked(bundleFolder(folder)), plans: folder === first ? plans : {} },
  )
}
