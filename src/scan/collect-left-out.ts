import { BOUNDS } from '../model/bounds.ts'
import type { SkippedReport } from '../model/file-report.ts'
import type { SkippedFile, SkipReason } from '../model/gap.ts'

/** Own code of so few characters, and of a tenth of what was generated at most, is no program: it starts one that was built. The package of Verdaccio has 300. */
const MOST_STARTING = BOUNDS.startCodeCharacters.value
const LEAST_BUILT = 10

/** Files that were left out of a scan, as far as they may be all the code that there is. */
export interface LeftOutCode {
  /** Counts code of the tree's own, whether it was read or not. Gives the paths that need not be kept any longer. */
  addOwn(characters: number): readonly string[]
  /** Whether the file may have to be scanned after all. */
  add(report: SkippedReport): boolean
  /** The files that are to be scanned as they are. Empty where the tree has code of its own. */
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
    // Where all is of others, their manifests are scanned too, which tell where modules lie.
    return codeOf('vendored').length > 0 ? leftOut.filter(({ skipped }) => skipped.reason === 'vendored') : []
  }

  return {
    addOwn: (characters) => {
      own += characters
      return own > MOST_STARTING ? leftOut.splice(0).map(({ skipped }) => skipped.file) : []
    },
    add: (report) => {
      const isCandidate = own <= MOST_STARTING && report.size !== undefined
      if (isCandidate) leftOut.push(report)
      return isCandidate
    },
    choose: () => chooseReports().map(({ skipped }) => skipped),
  }
}
