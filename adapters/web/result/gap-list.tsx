import type { ScanResult } from '../../../src/index.ts'
import { count } from '../text/words.ts'

/** At most this many files are listed per group. */
const MAX_NAMED = 20

interface GapGroup {
  readonly title: string
  readonly explanation: string
  readonly items: readonly string[]
}

/** What the scan did not cover, and what was suppressed. The grade is only meaningful together with this list. */
export function GapList({ result, binaries }: { readonly result: ScanResult; readonly binaries: readonly string[] }) {
  const groups = listGroups(result, binaries).filter(({ items }) => items.length > 0)
  if (groups.length === 0) return null
  return (
    <section id="gaps" aria-labelledby="gaps-title">
      <h3 id="gaps-title">Limits of this result</h3>
      {groups.map(({ title, explanation, items }) => (
        <details key={title} open>
          <summary>
            {title} <span class="quiet">({explanation})</span>
          </summary>
          <ul class="quiet">
            {nameSome(items).map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}

function listGroups(
  { skipped, partial, unread, scannedAsIs, suppressed, unusedSuppressions }: ScanResult,
  binaries: readonly string[],
): readonly GapGroup[] {
  return [
    {
      title: 'Files in unsupported languages',
      explanation: 'scanned only for secrets',
      items: unread.map(({ language, files }) => `${language}: ${count(files, 'file')}`),
    },
    { title: 'Skipped files', explanation: 'not scanned', items: skipped.map(({ file, detail }) => `${file}: ${detail}`) },
    {
      title: 'Partly analysed files',
      explanation: 'some code could not be analysed',
      items: partial.map(({ file, line, detail }) => `${file}${line === undefined ? '' : `:${line}`}: ${detail}`),
    },
    { title: 'Binary files', explanation: 'not sent', items: binaries },
    {
      title: 'Generated, vendored or minified files',
      explanation: 'scanned because the upload contains no other code',
      items: scannedAsIs.map(({ reason, files }) => `${reason}: ${count(files, 'file')}`),
    },
    {
      title: 'Suppressed findings',
      explanation: 'not counted in the grade',
      items: suppressed.map(({ file, line, rule, reason, triage }) => {
        const why = triage === undefined ? reason : `${triage.reason} Suppressed by ${triage.by}`
        return `${file}:${line}: ${rule}${why === undefined ? '' : ` (reason: ${why})`}`
      }),
    },
    {
      title: 'Unused suppressions',
      explanation: 'comments that suppress no finding',
      items: unusedSuppressions.map(({ file, line }) => `${file}:${line}`),
    },
  ]
}

function nameSome(items: readonly string[]): readonly string[] {
  const further = items.length - MAX_NAMED
  return [...items.slice(0, MAX_NAMED), ...(further > 0 ? [`and ${further.toLocaleString('en')} more`] : [])]
}
