import type { ScanResult, SkippedFile, WalkSummary } from '../../src/node/index.ts'
import { showText } from './show-text.ts'

/** Files with these reasons should have been scanned. */
const FOR_CAUSE: ReadonlySet<SkippedFile['reason']> = new Set(['too-large', 'undecodable', 'over-budget', 'unreadable'])

/**
 * Why a scan that looked at no file at all does not pass for a clean one, in a sentence; empty when a file was scanned, or when it is allowed that there
 * was nothing to scan. Files that should have been scanned are not nothing, whatever is allowed.
 */
export function describeNothing(paths: readonly string[], result: ScanResult, walk: WalkSummary | undefined, allowEmpty: boolean): string[] {
  if (result.filesScanned > 0) return []
  if (result.skipped.some(({ reason }) => FOR_CAUSE.has(reason))) return ['No file was scanned: those that there are could not be.']
  if (allowEmpty) return []
  const named = paths.map((path) => `\`${showText(path)}\``).join(', ')
  const why = leftOutAny(result, walk) ? 'all that there is was left out' : `there is none in ${named}`
  return [`No file was scanned: ${why}. Check the paths; --allow-empty lets this pass.`]
}

function leftOutAny({ skipped }: ScanResult, walk: WalkSummary | undefined): boolean {
  if (walk === undefined || skipped.length > 0) return true
  const { ignoredFiles, ignoredFolders, vendoredFolders, linksNotFollowed, specialFiles } = walk
  return ignoredFiles + ignoredFolders + vendoredFolders + linksNotFollowed + specialFiles > 0
}
