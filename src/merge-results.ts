import { gradeScan } from './grade/grade-scan.ts'
import { toGradeInput } from './grade/to-grade-input.ts'
import { compareFindings, compareSuppressed } from './model/compare-findings.ts'
import { compareTexts } from './model/compare-texts.ts'
import type { ScannedAsIs, UnreadLanguage } from './model/gap.ts'
import type { ScanResult } from './model/result.ts'

/**
 * One result of those of several scans that share no file: with the score and grade of the whole. `version` is that of the first. Throws `RangeError` for no result at
 * all, and when engines or formulas differ.
 */
export function mergeResults(results: readonly ScanResult[]): ScanResult {
  const [first] = results
  if (first === undefined) throw new RangeError('There is no result to merge.')
  const other = results.find(({ version }) => version.engine !== first.version.engine || version.formula !== first.version.formula)
  if (other !== undefined)
    throw new RangeError(`Results of Assay ${first.version.engine} and ${other.version.engine} cannot be merged. Scan both with the same version.`)
  const sum = (count: (result: ScanResult) => number): number => results.reduce((total, result) => total + count(result), 0)
  const merged = {
    filesScanned: sum(({ filesScanned }) => filesScanned),
    criticalCount: sum(({ criticalCount }) => criticalCount),
    highCount: sum(({ highCount }) => highCount),
    mediumCount: sum(({ mediumCount }) => mediumCount),
    lowCount: sum(({ lowCount }) => lowCount),
    findings: results.flatMap(({ findings }) => findings).toSorted(compareFindings),
    filesRead: {
      code: sum(({ filesRead }) => filesRead.code),
      configuration: sum(({ filesRead }) => filesRead.configuration),
      text: sum(({ filesRead }) => filesRead.text),
    },
    skipped: results.flatMap(({ skipped }) => skipped).toSorted((left, right) => compareTexts(left.file, right.file)),
    partial: results
      .flatMap(({ partial }) => partial)
      .toSorted(
        (left, right) => compareTexts(left.file, right.file) || (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0),
      ),
    unread: mergeUnread(results),
    scannedAsIs: mergeAsIs(results),
    suppressed: results.flatMap(({ suppressed }) => suppressed).toSorted(compareSuppressed),
    unusedSuppressions: results
      .flatMap(({ unusedSuppressions }) => unusedSuppressions)
      .toSorted((left, right) => compareTexts(left.file, right.file) || left.line - right.line),
  }
  return { ...gradeScan(toGradeInput(merged)), ...merged, version: first.version }
}

/** The language with most files first, then by name. */
function mergeUnread(results: readonly ScanResult[]): readonly UnreadLanguage[] {
  const languages = new Map<string, UnreadLanguage>()
  for (const { language, files, bytes } of results.flatMap(({ unread }) => unread)) {
    const known = languages.get(language)
    languages.set(language, { language, files: files + (known?.files ?? 0), bytes: bytes + (known?.bytes ?? 0) })
  }
  return [...languages.values()].sort((left, right) => right.files - left.files || compareTexts(left.language, right.language))
}

function mergeAsIs(results: readonly ScanResult[]): readonly ScannedAsIs[] {
  const reasons = new Map<ScannedAsIs['reason'], number>()
  for (const { reason, files } of results.flatMap(({ scannedAsIs }) => scannedAsIs)) reasons.set(reason, files + (reasons.get(reason) ?? 0))
  return [...reasons].map(([reason, files]) => ({ reason, files }))
}
