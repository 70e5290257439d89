import { compileModels } from './compile/compile-models.ts'
import { compileRuleset } from './compile/compile-ruleset.ts'
import { createPlannedCompiler } from './compile/planned-compiler.ts'
import { createPlanRecorder } from './compile/record-plans.ts'
import type { EngineData, ScannerData } from './engine-data.ts'
import { createGrammarLoader, type GrammarLoader } from './engines/syntax/grammar-loader.ts'
import type { ExplainerInput } from './explain-rule.ts'
import { weighFindings } from './evidence/weigh-findings.ts'
import { createFlowEngine } from './flow/flow-engine.ts'
import { FORMULA_VERSION, gradeScan } from './grade/grade-scan.ts'
import { toGradeInput } from './grade/to-grade-input.ts'
import { createDialectDetector } from './languages/detect-dialect.ts'
import { DIALECTS } from './languages/dialects.ts'
import { text } from './languages/text/dialect.ts'
import { createUnreadDetector } from './languages/unread/detect-unread.ts'
import { UNREAD_LANGUAGES } from './languages/unread/unread-languages.ts'
import { countSeverities } from './model/count-severities.ts'
import type { ExaminationSettings, Examiner } from './model/examiner.ts'
import type { FlowEngine } from './model/flow-engine.ts'
import type { Weighing } from './model/evidence.ts'
import type { Finding } from './model/finding.ts'
import type { SkippedFile } from './model/gap.ts'
import type { ScanResult } from './model/result.ts'
import type { Loaded, RulePack } from './model/rule-pack.ts'
import type { Ruleset } from './model/ruleset.ts'
import type { Scanner } from './model/scanner.ts'
import type { ReadFile, SourceFile, StoredFile } from './model/source.ts'
import type { FileSyntax } from './model/syntax.ts'
import { addPlans, readPlans } from './pack/folder-plans.ts'
import { loadPacks } from './pack/load-packs.ts'
import { mergeDiagnostics } from './pack/merge-diagnostics.ts'
import { RuleError } from './rule-error.ts'
import { checkScan } from './scan/check-scan.ts'
import { createFileExaminer, type FileExaminer, type FileExaminerInput } from './scan/file-examiner.ts'
import { readLimits } from './scan/limits.ts'
import { createLocalExaminer } from './scan/local-examiner.ts'
import { readSyntax } from './scan/read-syntax.ts'
import { readPrecedence, readWideRules } from './scan/read-precedence.ts'
import { type ScanFindings, scanFiles } from './scan/scan-files.ts'
import { languageOfCode } from './scan/triage/language-of-code.ts'
import { ENGINE_VERSION } from './version.ts'

/** Used by the Node entry point as well, which may import this module but no folder behind it. */
export { bundleFolder } from './pack/bundle-folder.ts'
export { packagesOfModel } from './pack/model-packages.ts'
export { readModels } from './pack/read-models.ts'
export { A_FUNCTION, A_SWITCH, A_TEXT, AN_OBJECT, checkOptions, TEXTS, type Wanted } from './scan/check-options.ts'

/**
 * Creates a scanner from rules and grammars that are passed as data. Throws `RuleError` with every diagnostic if rules or packs are faulty.
 * In Node, `createScanner` of `assay` reads both from disk.
 */
export function createScannerFromData(data: ScannerData): Promise<Scanner> {
  return assembleScanner(data)
}

/** Like `createScannerFromData`. `chooseExaminer` may replace the examiner, for instance by one that uses threads or a cache; it receives the one of this thread. */
export async function assembleScanner(data: EngineData, chooseExaminer: (own: Examiner) => Examiner = (own) => own): Promise<Scanner> {
  // Steps 1 to 4.
  const { ruleset, weighing, flow, openExaminer, languageOfCode: languageOf, readSyntax: readFile, openExplainer, close } = await openEngine(data)
  // 5. Decide who examines files: this thread, or whatever the caller puts before it.
  const examiner = chooseExaminer(createLocalExaminer(openExaminer))
  const shared = { examiner, flow, languageOfCode: languageOf, precedence: readPrecedence(ruleset), wideRules: readWideRules(ruleset) }
  const scan: Scanner['scan'] = async (files, options = {}) => {
    checkScan(files, options)
    const { limits, includeVendored = false, foreignSuppressions = false, acceptSuppression, signal, onProgress, onStats, onProfile } = options
    const settings = { limits: readLimits(limits), includeVendored, foreignSuppressions, profiled: onProfile !== undefined }
    // 6. Scan: triage and match each file, then follow data through groups of linked files.
    const found = await scanFiles(files, { ...shared, settings, acceptSuppression, signal, onProgress, onStats, onProfile })
    // 7. Compute the confidence of the findings from their evidence.
    const findings = weighFindings(found.findings, weighing)
    // 8. Grade.
    return toResult({ ...found, findings }, ruleset)
  }
  const explain = openExplainer(async ({ files }) => (await scan(files)).findings)
  return { rules: ruleset.rules.map(({ info }) => info), scan, readSyntax: readFile, explain, close }
}

/** Loaded and compiled rules with everything that examines a file. A worker thread opens one of its own. */
export interface Engine {
  readonly ruleset: Ruleset
  /** How the confidence of findings is computed. Undefined: rules state it. */
  readonly weighing: Weighing | undefined
  readonly flow: FlowEngine
  openExaminer(settings: ExaminationSettings): FileExaminer
  /** The language of a file that is program code by its name; empty for other files. */
  languageOfCode(path: string): Pick<SkippedFile, 'language'>
  readSyntax(file: SourceFile): Promise<FileSyntax>
  /** `scanAll` returns the findings of all rules. */
  openExplainer(scanAll: ExplainerInput['scanAll']): Scanner['explain']
  close(): Promise<void>
}

/** Loads the rules, and compiles them if they must be checked. Throws `RuleError` with every diagnostic if rules or packs are faulty. */
export async function openEngine(data: EngineData): Promise<Engine> {
  const mustCheck = data.check ?? !isChecked(data)
  // 1. Load packs: parse and validate rule files, shared matchers and models, and select rules.
  const loaded = loadPacks({ folders: data.folders, wanted: data.packs })
  // If rules are checked, those that loaded are compiled first, so that all errors are reported together.
  if (loaded.value === undefined || (loaded.diagnostics.length > 0 && !mustCheck)) throw new RuleError(loaded.diagnostics)
  // 2. Prepare grammars. Each is loaded when a rule or file first needs it.
  const grammars = createGrammarLoader({ ...data, walk: data.testing?.walk ?? (data.grammarsChecked === true ? 'memory' : undefined) })
  // 3. Compile rules: all now if they must be checked, else by dialect on first use.
  const ruleset = await compileRules(data, { ...loaded, value: loaded.value }, { grammars, mustCheck })
  // 4. Prepare the data-flow engine with the library models.
  const flow = createFlowEngine(compileModels(loaded.value.models))
  const input = toExaminerInput(data, ruleset, flow)
  return {
    ruleset,
    weighing: loaded.value.weighing,
    flow,
    openExaminer: (settings) => createFileExaminer(input, settings),
    languageOfCode: (path) => languageOfCode(input, path),
    readSyntax: (file) => readSyntax(file, { ...input, limits: readLimits() }),
    openExplainer: (scanAll) => {
      const pack = loaded.value
      if (pack === undefined) throw new RuleError(loaded.diagnostics)
      let explainer: Promise<Scanner['explain']> | undefined
      // Loaded on first use: scans do not need it.
      const open = async (): Promise<Scanner['explain']> =>
        (await import('./explain-rule.ts')).createExplainer({ pack, loadGrammar: grammars.load, flow, examiner: input, scanAll })
      return async (request) => (await (explainer ??= open()))(request)
    },
    close: async () => grammars.clear(),
  }
}

/** Whether a build has checked all rules. */
function isChecked({ folders }: EngineData): boolean {
  return folders.every(({ rules, shared, models = [] }) => [...rules, ...shared, ...models].every(({ checked }) => checked === true))
}

interface CompileOptions {
  readonly grammars: GrammarLoader
  readonly mustCheck: boolean
}

async function compileRules(
  data: EngineData,
  { value: pack, diagnostics }: Loaded<RulePack> & { readonly value: RulePack },
  { grammars, mustCheck }: CompileOptions,
): Promise<Ruleset> {
  const recorder = data.onChecked === undefined ? undefined : createPlanRecorder()
  const compiling = { dialects: DIALECTS, checked: !mustCheck, loadGrammar: grammars.load }
  const { ruleset, check } = compileRuleset({
    ...compiling,
    pack,
    refine: (compiler, dialect) => readPlans(data.folders, dialect.id).reduce(createPlannedCompiler, recorder?.refine(compiler, dialect) ?? compiler),
  })
  if (!mustCheck) return ruleset
  const idle = compileRuleset({ ...compiling, pack: { ...pack, rules: pack.idle } })
  const faulty = compileRuleset({ ...compiling, pack: { ...pack, rules: pack.faulty } })
  const all = mergeDiagnostics([...diagnostics, ...(await check()), ...(await idle.check())], await faulty.checkParts())
  if (all.length > 0 || ruleset.rules.length === 0) throw new RuleError(all)
  if (recorder !== undefined) data.onChecked?.(addPlans(data.folders, recorder.plans()))
  return ruleset
}

function toExaminerInput(data: EngineData, ruleset: Ruleset, flow: FlowEngine): FileExaminerInput {
  return {
    detect: createDialectDetector(DIALECTS, text),
    detectUnread: createUnreadDetector(UNREAD_LANGUAGES),
    dialects: DIALECTS,
    forDialect: ruleset.forDialect,
    rules: ruleset.rules,
    flow,
    flowStore: data.flowStore,
    ruleIds: (rule) => ruleset.rules[rule]?.info.id ?? '',
    now: () => performance.now(),
    readStored: data.readStored ?? refuseStored,
    withoutPrefilter: data.testing?.withoutPrefilter ?? false,
  }
}

function refuseStored({ path }: StoredFile): ReadFile {
  return { path, skip: { reason: 'unreadable', detail: 'This scanner has no `readStored`; pass the file with its content.' } }
}

function toResult(scan: ScanFindings & { readonly findings: readonly Finding[] }, ruleset: Ruleset): ScanResult {
  const counts = countSeverities(scan.findings)
  const seen = {
    filesScanned: scan.filesScanned,
    criticalCount: counts.critical,
    highCount: counts.high,
    mediumCount: counts.medium,
    lowCount: counts.low,
    findings: scan.findings,
    filesRead: scan.filesRead,
    skipped: scan.skipped,
    partial: scan.partial,
    unread: scan.unread,
    scannedAsIs: scan.scannedAsIs,
    suppressed: scan.suppressed,
    unusedSuppressions: scan.unusedSuppressions,
  }
  return {
    ...gradeScan(toGradeInput(seen)),
    ...seen,
    version: { engine: ENGINE_VERSION, formula: FORMULA_VERSION, packs: ruleset.packs },
  }
}
