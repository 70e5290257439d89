import type { ScanResult, WalkSummary } from '../../../src/node/index.ts'
import { countOf } from '../output/format-number.ts'
import { showText } from '../output/show-text.ts'

/** One note for each reason that files were skipped. */
export function describeWalk(summary: WalkSummary, result: ScanResult): string[] {
  const { ignoredFiles, ignoredFolders, vendoredFolders, linksNotFollowed, specialFiles } = summary
  const ignored = [countUnlessNone(ignoredFolders, 'folder'), countUnlessNone(ignoredFiles, 'file')].filter((part) => part !== '')
  const asVendored = result.skipped.filter(({ reason }) => reason === 'vendored' || reason === 'generated' || reason === 'minified').length
  const notes = [
    ignored.length > 0 ? `${ignored.join(' and ')} excluded by .gitignore or .assayignore. Use --no-ignore to scan them.` : '',
    vendoredFolders > 0 ? `${countOf(vendoredFolders, 'folder')} with installed packages skipped. Use --include-vendored to scan them.` : '',
    asVendored > 0 ? `${countOf(asVendored, 'file')} skipped as vendored, generated or minified. Use --include-vendored to scan them.` : '',
    linksNotFollowed > 0 ? `${countOf(linksNotFollowed, 'symbolic link')} not followed.` : '',
    specialFiles > 0 ? `${countOf(specialFiles, 'socket, pipe or device', 'sockets, pipes or devices')} skipped.` : '',
  ]
  return notes.filter((note) => note !== '')
}

/** The number of files that settings exclude. */
export function describeExcluded(files: number): string[] {
  return files === 0 ? [] : [`${countOf(files, 'file')} excluded by the settings. Use --no-config to scan them.`]
}

/** One sentence for each named path that could not be read and makes the scan incomplete. */
export function describeUnreadable(paths: readonly string[]): string[] {
  return paths.map((path) => `\`${showText(path)}\` cannot be read. Check its permissions, or exclude it.`)
}

function countUnlessNone(count: number, noun: string): string {
  return count === 0 ? '' : countOf(count, noun)
}
