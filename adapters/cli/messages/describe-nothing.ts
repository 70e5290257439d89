import type { ScanResult, SkippedFile, WalkSummary } from '../../../src/node/index.ts'
import { countOf } from '../output/format-number.ts'
import { showText } from '../output/show-text.ts'

/** Files with these reasons should have been scanned. */
const FOR_CAUSE: ReadonlySet<SkippedFile['reason']> = new Set(['too-large', 'undecodable', 'over-budget', 'scan-limit', 'unreadable'])

/**
 * Why a scan that looked at no file at all, or at no code where there is some, does not pass for a clean one, in a sentence; empty when code was read, when there
 * is none, or when it is allowed that there was nothing to scan. Files that should have been scanned are not nothing, whatever is allowed.
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

/** What decides about a scan that looked at nothing. */
export interface NothingRules {
  readonly allowEmpty: boolean
  /** Languages that are read as code. */
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
