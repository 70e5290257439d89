import type { ScanResult, SkippedFile, WalkSummary } from '../../../src/node/index.ts'
import { countOf } from '../output/format-number.ts'
import { showText } from '../output/show-text.ts'

/** Files skipped for these reasons should have been scanned. */
const FOR_CAUSE: ReadonlySet<SkippedFile['reason']> = new Set(['too-large', 'undecodable', 'over-budget', 'scan-limit', 'unreadable'])

/**
 * A sentence that explains why a scan without any scanned code is not a clean scan. Empty if code was scanned, if there is no code, or if the flags
 * allow an empty scan. Files that should have been scanned always count.
 */
export function describeNothing(paths: readonly string[], result: ScanResult, walk: WalkSummary | undefined, about: NothingRules): string[] {
  if (result.grade !== 'N/A') return []
  const missed = result.skipped.filter(({ reason }) => FOR_CAUSE.has(reason))
  if (result.filesScanned === 0 && missed.length > 0) return ['No file was scanned: every file was skipped because of an error.']
  if (missed.some(({ language }) => language !== undefined)) return ['No program code was scanned: see "Skipped files" in the report.']
  if (about.allowEmpty) return []
  if (result.filesScanned > 0) return [describeUnread(result, about.languages)]
  const named = paths.map((path) => `\`${showText(path)}\``).join(', ')
  const why = leftOutAny(result, walk) ? 'all files were excluded or skipped' : `there are no files in ${named}`
  return [`No file was scanned: ${why}. Check the paths, or use --allow-empty to let this pass.`]
}

/** The conditions for an empty scan. */
export interface NothingRules {
  readonly allowEmpty: boolean
  /** Languages that are analysed as code. */
  readonly languages: readonly string[]
}

function describeUnread({ unread }: ScanResult, languages: readonly string[]): string {
  const counts = listOf(unread.map(({ language, files }) => `${countOf(files, 'file')} of ${language}`))
  return `No file in a supported language was scanned. Files in unsupported languages (${counts}) were scanned only for secrets. Supported languages: ${listOf(languages)}. Use --allow-empty to let this pass.`
}

/** `a, b and c`. */
function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function leftOutAny({ skipped }: ScanResult, walk: WalkSummary | undefined): boolean {
  if (walk === undefined || skipped.length > 0) return true
  const { ignoredFiles, ignoredFolders, vendoredFolders, linksNotFollowed, specialFiles } = walk
  return ignoredFiles + ignoredFolders + vendoredFolders + linksNotFollowed + specialFiles > 0
}
