import type { ScanResult } from '../../src/index.ts'
import { count } from './words.ts'

/** Of skipped files, and of those that were scanned in part, so many are named. */
const MOST_NAMED = 20

/** What was not looked at, and what comments silenced: a result without it would look better than it is. */
export function GapList({ result }: { readonly result: ScanResult }) {
  const gaps = listGaps(result)
  if (gaps.length === 0) return null
  return (
    <section aria-labelledby="gaps-title">
      <h3 id="gaps-title">What was not read</h3>
      <ul id="gaps" class="quiet">
        {gaps.map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
    </section>
  )
}

function listGaps({ skipped, partial, unread, scannedAsIs, suppressed, unusedSuppressions }: ScanResult): readonly string[] {
  return [
    ...unread.map(({ language, files }) => `${count(files, 'file')} of ${language}: only looked at for secrets.`),
    ...nameSome(skipped, ({ file, detail }) => `Not scanned: ${file}. ${detail}`),
    ...nameSome(partial, ({ file, line, detail }) => `Scanned in part: ${file}${line === undefined ? '' : `:${line}`}. ${detail}`),
    ...scannedAsIs.map(
      ({ reason, files }) => `No other code is here: ${count(files, `${reason} file`)} scanned as ${files === 1 ? 'it is' : 'they are'}.`,
    ),
    ...(suppressed.length > 0 ? [`${count(suppressed.length, 'finding')} suppressed by comments.`] : []),
    ...nameSome(unusedSuppressions, ({ file, line }) => `A comment that silences nothing: ${file}:${line}.`),
  ]
}

function nameSome<T>(list: readonly T[], describe: (item: T) => string): readonly string[] {
  const further = list.length - MOST_NAMED
  return [...list.slice(0, MOST_NAMED).map(describe), ...(further > 0 ? [`And ${further.toLocaleString('en')} more.`] : [])]
}
