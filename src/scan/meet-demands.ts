import type { Examiner, ExaminationSettings } from '../model/examiner.ts'
import type { ScannedReport } from '../model/file-report.ts'
import type { WideDemand } from '../model/ruleset.ts'
import type { SourceFile, StoredFile } from '../model/source.ts'
import { untilAborted } from './until-aborted.ts'

export interface DemandInput {
  readonly examiner: Examiner
  readonly settings: ExaminationSettings
  /** Requirements on package or project, by rule id. */
  readonly wideRules: ReadonlyMap<string, readonly WideDemand[]>
  readonly signal?: AbortSignal | undefined
}

/** The result of a scan before requirements on other files are tested. */
export interface OpenScan {
  readonly scanned: readonly ScannedReport[]
  readonly found: readonly { readonly rule: string }[]
  /** A file to test. Undefined if it is gone. */
  fileAt(path: string): SourceFile | StoredFile | undefined
}

/** Reports that state which requirements each file meets, in the same order, and the time per phase. */
export interface MetDemands {
  readonly scanned: readonly ScannedReport[]
  readonly phases: Readonly<Record<string, number>>
}

/**
 * Tests the requirements of rules with findings in files that would have been parsed only for them. Most rules with requirements find nothing in most
 * projects: nine of ten files of libraries were parsed only for them.
 */
export async function meetDemands({ scanned, found, fileAt }: OpenScan, { examiner, settings, wideRules, signal }: DemandInput): Promise<MetDemands> {
  const wanted = new Set(found.flatMap(({ rule }) => (wideRules.get(rule) ?? []).map(({ key }) => key)))
  const open = scanned.filter((report) => report.open?.some((key) => wanted.has(key)))
  if (open.length === 0) return { scanned, phases: {} }
  const files = open.flatMap(({ path }) => fileAt(path) ?? [])
  // Vendored files were already left out.
  const examination = examiner.begin({ ...settings, includeVendored: true, lookFor: [...wanted].sort() })
  try {
    const further = new Map<string, ScannedReport>()
    for await (const report of examination.examine(untilAborted(files, signal), signal))
      if (report.kind === 'scanned') further.set(report.path, report)
    return { scanned: scanned.map((report) => addMet(report, further.get(report.path))), phases: examination.phases() }
  } finally {
    await examination.end()
  }
}

/** Gaps of text rules were already reported. */
function addMet(report: ScannedReport, further: ScannedReport | undefined): ScannedReport {
  if (further === undefined) return report
  const known = new Set(report.partial.map((gap) => JSON.stringify(gap)))
  return {
    ...report,
    met: [...new Set([...report.met, ...further.met])],
    parsed: report.parsed || further.parsed,
    partial: [...report.partial, ...further.partial.filter((gap) => !known.has(JSON.stringify(gap)))],
  }
}
