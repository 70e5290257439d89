import { BOUNDS } from '../model/bounds.ts'
import type { SkippedReport } from '../model/file-report.ts'
import type { SkippedFile, SkipReason } from '../model/gap.ts'

/**
 * Own code up to this size, and at most a tenth of the generated code, is not a program: it only starts a built one. The package of Verdaccio has 300
 * characters.
 */
const MAX_STARTING = BOUNDS.startCodeCharacters.value
const LEAST_BUILT = 10

/** Files that were left out of a scan, while they may be the only code. */
export interface LeftOutCode {
  /** Counts own code, whether it was scanned or not. Returns the paths that need not be kept any longer. */
  addOwn(characters: number): readonly string[]
  /** Whether the file may have to be scanned after all. */
  add(report: SkippedReport): boolean
  /** The files to scan although they are vendored or generated. Empty if there is own code. */
  choose(): readonly SkippedFile[]
}

/** One for a scan. */
export function collectLeftOut(): LeftOutCode {
  const leftOut: SkippedReport[] = []
  let own = 0
  const codeOf = (...reasons: readonly SkipReason[]): readonly SkippedReport[] =>
    leftOut.filter(({ skipped: { language, reason } }) => language !== undefined && reasons.includes(reason))

  function chooseReports(): readonly SkippedReport[] {
    if (own > 0) {
      const built = codeOf('generated')
      return built.reduce((sum, { size = 0 }) => sum + size, 0) >= LEAST_BUILT * own ? built : []
    }
    const made = codeOf('generated', 'minified')
    if (made.length > 0) return made
    // If everything is vendored, manifests are scanned too, because they define module paths.
    return codeOf('vendored').length > 0 ? leftOut.filter(({ skipped }) => skipped.reason === 'vendored') : []
  }

  return {
    addOwn: (characters) => {
      own += characters
      return own > MAX_STARTING ? leftOut.splice(0).map(({ skipped }) => skipped.file) : []
    },
    add: (report) => {
      const isCandidate = own <= MAX_STARTING && report.size !== undefined
      if (isCandidate) leftOut.push(report)
      return isCandidate
    },
    choose: () => chooseReports().map(({ skipped }) => skipped),
  }
}
