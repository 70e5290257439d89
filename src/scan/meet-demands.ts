import type { Examiner, ExaminationSettings } from '../model/examiner.ts'
import type { ScannedReport } from '../model/file-report.ts'
import type { WideDemand } from '../model/ruleset.ts'
import type { SourceFile, StoredFile } from '../model/source.ts'
import { untilAborted } from './until-aborted.ts'

export interface DemandInput {
  readonly examiner: Examiner
  readonly settings: ExaminationSettings
  /** By rule id: what it asks of its package or the project. */
  readonly wideRules: ReadonlyMap<string, readonly WideDemand[]>
  readonly signal?: AbortSignal | undefined
}

/** What came out of a scan, before it is known which findings stand. */
export interface OpenScan {
  readonly scanned: readonly ScannedReport[]
  readonly found: readonly { readonly rule: string }[]
  /** A file that may hold something still; undefined when it is gone. */
  fileAt(path: string): SourceFile | StoredFile | undefined
}

/** Reports that say of all that findings depend on whether their file holds it, in the same order, and the time it took by phase. */
export interface MetDemands {
  readonly scanned: readonly ScannedReport[]
  readonly phases: Readonly<Record<string, number>>
}

/**
 * Looks for what rules that found something ask of other files, in those that would have been parsed for that alone. Most rules that ask find nothing in most
 * projects: nine of ten files of libraries were parsed for them.
 */
export async function meetDemands({ scanned, found, fileAt }: OpenScan, { examiner, settings, wideRules, signal }: DemandInput): Promise<MetDemands> {
  const wanted = new Set(found.flatMap(({ rule }) => (wideRules.get(rule) ?? []).map(({ key }) => key)))
  const open = scanned.filter((report) => report.open?.some((key) => wanted.has(key)))
  if (open.length === 0) return { scanned, phases: {} }
  const files = open.flatMap(({ path }) => fileAt(path) ?? [])
  // What is vendored was left out before.
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

/** A gap of rules over the text was told the first time. */
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
