import { compileRuleset } from './compile/compile-ruleset.ts'
import { createPlannedCompiler } from './compile/planned-compiler.ts'
import { createPlanRecorder } from './compile/record-plans.ts'
import { startSyntaxRuntime, type WasmSource } from './engines/syntax/syntax-runtime.ts'
import { FORMULA_VERSION, gradeScan } from './grade/grade-scan.ts'
import { flowEngine } from './flow/flow-engine.ts'
import { createDialectDetector } from './languages/detect-dialect.ts'
import { DIALECTS } from './languages/dialects.ts'
import { text } from './languages/text/dialect.ts'
import type { ExaminationSettings, Examiner } from './model/examiner.ts'
import type { Finding } from './model/finding.ts'
import { isForCause } from './model/gap.ts'
import type { SeverityCounts } from './model/grade.ts'
import type { Dialect } from './model/language.ts'
import type { ScanResult } from './model/result.ts'
import type { RuleFolder } from './model/rule-pack.ts'
import type { DialectPlans, RulePlans } from './model/rule-plans.ts'
import type { Ruleset } from './model/ruleset.ts'
import type { Scanner } from './model/scanner.ts'
import { bundleFolder, markChecked } from './pack/bundle-folder.ts'
import { sortDiagnostics } from './pack/format-diagnostic.ts'
import { loadPacks } from './pack/load-packs.ts'
import { RuleError } from './rule-error.ts'
import type { ReadFile, StoredFile } from './model/source.ts'
import { readLimits } from './scan/limits.ts'
import { checkScan } from './scan/check-scan.ts'
import { createFileExaminer, type FileExaminer, type FileExaminerInput } from './scan/file-examiner.ts'
import type { ScanFindings } from './scan/gather-reports.ts'
import { createLocalExaminer } from './scan/local-examiner.ts'
import { scanFiles } from './scan/scan-files.ts'
import { ENGINE_VERSION } from './version.ts'

/** For callers of the doors of Node as well. */
export { A_FUNCTION, A_SWITCH, A_TEXT, AN_OBJECT, checkOptions, TEXTS, type Wanted } from './scan/check-options.ts'

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
  /**
   * Called when `check` has found no mistake, with the same folders as they load faster: parsed, checked, and with plans. They are good for this engine, and
   * together.
   */
  readonly onChecked?: (folders: readonly RuleFolder[]) => void
  /** Reads a stored file: see `StoredFile`. Without it these are skipped as unreadable. */
  readonly readStored?: (file: StoredFile, how: { readonly maxFileBytes: number; readonly unchanged: boolean }) => ReadFile
  /** Who does the work of scans, given who does it in this thread. */
  readonly examiner?: (own: Examiner) => Examiner
  /** Settings that tests hold against each other: the same findings must come out. */
  readonly testing?: { readonly walk?: 'cursor'; readonly withoutPrefilter?: boolean }
}

/**
 * Makes a scanner out of rules and grammars. Throws `RuleError` with every mistake when rules or packs cannot be used.
 * In Node, `createScanner` of `assay` reads both from disk.
 */
export async function createScannerFromData(data: ScannerData): Promise<Scanner> {
  const { ruleset, openExaminer, close } = await openEngine(data)
  const own = createLocalExaminer(openExaminer)
  const examiner = data.examiner?.(own) ?? own
  const projectRules = new Map(
    ruleset.rules.flatMap(({ info, projectRequirements }) => (projectRequirements.length > 0 ? [[info.id, projectRequirements]] : [])),
  )
  return {
    rules: ruleset.rules.map(({ info }) => info),
    scan: async (files, options = {}) => {
      checkScan(files, options)
      const { limits, includeVendored = false, foreignSuppressions = false, signal, onProgress, onStats, onProfile } = options
      const settings = { limits: readLimits(limits), includeVendored, foreignSuppressions, profiled: onProfile !== undefined }
      return toResult(await scanFiles(files, { examiner, flow: flowEngine, projectRules, settings, signal, onProgress, onStats, onProfile }), ruleset)
    },
    close,
  }
}

/** Rules that are loaded, and what examines files with them. */
export interface Engine {
  readonly ruleset: Ruleset
  openExaminer(settings: ExaminationSettings): FileExaminer
  close(): Promise<void>
}

/** The engine of a scanner: for threads that do the work of another's. Throws as `createScannerFromData` does. */
export async function openEngine(data: ScannerData): Promise<Engine> {
  const mustCheck = data.check ?? data.folders.some(({ rules, shared }) => ![...rules, ...shared].every(({ checked }) => checked === true))
  const loaded = loadPacks({ folders: data.folders, wanted: data.packs })
  // Where rules are checked, those that could be loaded are compiled first, so that all mistakes are told at once.
  if (loaded.value === undefined || (loaded.diagnostics.length > 0 && !mustCheck)) throw new RuleError(loaded.diagnostics)
  const loadGrammar = async (name: string): ReturnType<Awaited<ReturnType<typeof startSyntaxRuntime>>['loadGrammar']> => {
    const runtime = await startSyntaxRuntime(typeof data.runtime === 'function' ? await data.runtime() : data.runtime)
    const walk = data.testing?.walk ?? (data.grammarsChecked === true ? 'memory' : undefined)
    return runtime.loadGrammar(name, await data.grammar(name), walk === undefined ? {} : { walk })
  }
  const grammars = new Map<string, ReturnType<typeof loadGrammar>>()
  const recorder = data.onChecked === undefined ? undefined : createPlanRecorder()
  const { ruleset, check } = compileRuleset({
    pack: loaded.value,
    dialects: DIALECTS,
    checked: !mustCheck,
    refine: (compiler, dialect) => plansOf(data, dialect).reduce(createPlannedCompiler, recorder?.refine(compiler, dialect) ?? compiler),
    loadGrammar: (name) => {
      const known = grammars.get(name) ?? loadGrammar(name)
      grammars.set(name, known)
      known.catch(() => grammars.delete(name))
      return known
    },
  })
  if (mustCheck) {
    const diagnostics = sortDiagnostics([...loaded.diagnostics, ...(await check())])
    if (diagnostics.length > 0) throw new RuleError(diagnostics)
    if (recorder !== undefined) data.onChecked?.(prepareFolders(data.folders, recorder.plans()))
  }
  const input: FileExaminerInput = {
    detect: createDialectDetector(DIALECTS, text),
    dialects: DIALECTS,
    forDialect: ruleset.forDialect,
    rules: ruleset.rules,
    flow: flowEngine,
    ruleIds: (rule) => ruleset.rules[rule]?.info.id ?? '',
    now: () => performance.now(),
    readStored: data.readStored ?? refuseStored,
    withoutPrefilter: data.testing?.withoutPrefilter ?? false,
  }
  return { ruleset, openExaminer: (settings) => createFileExaminer(input, settings), close: async () => grammars.clear() }
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

function toResult(scan: ScanFindings, ruleset: Ruleset): ScanResult {
  const counts = countSeverities(scan.findings)
  const { grade, score } = gradeScan({
    counts,
    filesScanned: scan.filesScanned,
    filesSkippedForCause: scan.skipped.filter(({ reason }) => isForCause(reason)).length,
    filesPartial: new Set(scan.partial.map(({ file }) => file)).size,
  })
  return {
    grade,
    score,
    filesScanned: scan.filesScanned,
    criticalCount: counts.critical,
    highCount: counts.high,
    mediumCount: counts.medium,
    lowCount: counts.low,
    findings: scan.findings,
    skipped: scan.skipped,
    partial: scan.partial,
    suppressed: scan.suppressed,
    unusedSuppressions: scan.unusedSuppressions,
    version: { engine: ENGINE_VERSION, formula: FORMULA_VERSION, packs: ruleset.packs },
  }
}

function countSeverities(findings: readonly Finding[]): SeverityCounts {
  const counts = { critical: 0, high: 0, medium: 0, low: 0 }
  for (const finding of findings) counts[finding.severity]++
  return counts
}
