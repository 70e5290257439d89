import { isForCause } from '../model/gap.ts'
import type { ScanResult } from '../model/result.ts'
import { sayCount } from './say-count.ts'

/** Something that was not scanned, or not completely. */
export interface ReportedGap {
  /** Absent for a whole language. */
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly reason: string
  /** One sentence without source text. */
  readonly detail: string
  /** True if it was not scanned at all. */
  readonly whole: boolean
}

/**
 * The gaps that limit the grade: files that should have been scanned, then parts of files, then unsupported languages. Vendored files and pictures
 * are not gaps.
 */
export function listGaps(result: ScanResult): readonly ReportedGap[] {
  const skipped = result.skipped.filter(({ reason }) => isForCause(reason)).map((gap) => ({ ...gap, whole: true }))
  const partial = result.partial.map(({ rule, detail, ...gap }) => ({
    ...gap,
    detail: rule === undefined ? detail : `${rule}: ${detail}`,
    whole: false,
  }))
  const unread = result.unread.map(({ language, files }) => ({
    reason: 'unread',
    detail: `${sayCount(files, 'file')} of ${language}: scanned only for secrets`,
    whole: false,
  }))
  return [...skipped, ...partial, ...unread]
}
