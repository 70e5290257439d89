import { FORMULA_VERSION, gradeScan } from './grade/grade-scan.ts'
import { toGradeInput } from './grade/to-grade-input.ts'
import { countSeverities } from './model/count-severities.ts'
import type { Examiner } from './model/examiner.ts'
import type { ScanResult } from './model/result.ts'
import type { Ruleset } from './model/ruleset.ts'
import type { Scanner } from './model/scanner.ts'
import { type EngineData, openEngine, type ScannerData } from './open-engine.ts'
import { matchIdGlob } from './text/match-id-glob.ts'
import { checkScan } from './scan/check-scan.ts'
import { readLimits } from './scan/limits.ts'
import { createLocalExaminer } from './scan/local-examiner.ts'
import { type ScanFindings, scanFiles } from './scan/scan-files.ts'
import { ENGINE_VERSION } from './version.ts'

/** For callers of the doors of Node as well. */
export { A_FUNCTION, A_SWITCH, A_TEXT, AN_OBJECT, checkOptions, TEXTS, type Wanted } from './scan/check-options.ts'

/**
 * Makes a scanner out of rules and grammars. Throws `RuleError` with every mistake when rules or packs cannot be used.
 * In Node, `createScanner` of `assay` reads both from disk.
 */
export function createScannerFromData(data: ScannerData): Promise<Scanner> {
  return assembleScanner(data)
}

/** The same with an examiner of the caller's, which gets the one that works in this thread. */
export async function assembleScanner(data: EngineData, chooseExaminer: (own: Examiner) => Examiner = (own) => own): Promise<Scanner> {
  const { ruleset, flow, openExaminer, languageOfCode, close } = await openEngine(data)
  const examiner = chooseExaminer(createLocalExaminer(openExaminer))
  const wideRules = new Map(ruleset.rules.flatMap(({ info, wideRequirements }) => (wideRequirements.length > 0 ? [[info.id, wideRequirements]] : [])))
  const ids = ruleset.rules.map(({ info }) => info.id)
  const precedence = {
    yieldsTo: new Map(
      ruleset.rules.map(({ info, yieldsTo }) => [info.id, ids.filter((id) => id !== info.id && yieldsTo.some((glob) => matchIdGlob(glob, id)))]),
    ),
    lastOnly: new Set(ruleset.rules.flatMap(({ info, lastOnly }) => (lastOnly ? [info.id] : []))),
  }
  return {
    rules: ruleset.rules.map(({ info }) => info),
    scan: async (files, options = {}) => {
      checkScan(files, options)
      const { limits, includeVendored = false, foreignSuppressions = false, acceptSuppression, signal, onProgress, onStats, onProfile } = options
      const settings = { limits: readLimits(limits), includeVendored, foreignSuppressions, profiled: onProfile !== undefined }
      return toResult(
        await scanFiles(files, {
          examiner,
          flow,
          wideRules,
          precedence,
          languageOfCode,
          settings,
          acceptSuppression,
          signal,
          onProgress,
          onStats,
          onProfile,
        }),
        ruleset,
      )
    },
    close,
  }
}

function toResult(scan: ScanFindings, ruleset: Ruleset): ScanResult {
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
