import type { ScanResult, WalkSummary } from '../../../src/node/index.ts'
import { countOf } from '../output/format-number.ts'
import { showText } from '../output/show-text.ts'

/** What was passed over, one note each, so that nothing is left out in silence. */
export function describeWalk(summary: WalkSummary, result: ScanResult): string[] {
  const { ignoredFiles, ignoredFolders, vendoredFolders, linksNotFollowed, specialFiles } = summary
  const ignored = [countUnlessNone(ignoredFolders, 'folder'), countUnlessNone(ignoredFiles, 'file')].filter((part) => part !== '')
  const asVendored = result.skipped.filter(({ reason }) => reason === 'vendored' || reason === 'generated' || reason === 'minified').length
  const notes = [
    ignored.length > 0 ? `${ignored.join(' and ')} left out by .gitignore or .assayignore (--no-ignore scans them).` : '',
    vendoredFolders > 0 ? `${countOf(vendoredFolders, 'folder')} of installed packages not entered (--include-vendored scans them).` : '',
    asVendored > 0 ? `${countOf(asVendored, 'file')} skipped as vendored, generated or minified (--include-vendored scans them).` : '',
    linksNotFollowed > 0 ? `${countOf(linksNotFollowed, 'symbolic link')} not followed.` : '',
    specialFiles > 0 ? `${countOf(specialFiles, 'socket, pipe or device', 'sockets, pipes or devices')} left out.` : '',
  ]
  return notes.filter((note) => note !== '')
}

/** What settings leave out. */
export function describeExcluded(files: number): string[] {
  return files === 0 ? [] : [`${countOf(files, 'file')} left out by the settings (--no-config scans them).`]
}

/** Why the scan is not complete, one sentence for each named path that could not be read. */
export function describeUnreadable(paths: readonly string[]): string[] {
  return paths.map((path) => `\`${showText(path)}\` cannot be read. Check its permissions, or leave it out.`)
}

function countUnlessNone(count: number, noun: string): string {
  return count === 0 ? '' : countOf(count, noun)
}
