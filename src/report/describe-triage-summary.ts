import type { ScanResult } from '../model/result.ts'
import { sayCount } from './say-count.ts'

/** What a triage did, one sentence per line; empty without triage. */
export function describeTriageSummary({ triage, grade, score }: ScanResult): readonly string[] {
  if (triage === undefined) return []
  const { by, asked, kept, lowered, suppressed, annotated, unanswered, gradeWithout, scoreWithout } = triage
  const counts = `${kept} kept, ${lowered} lowered, ${suppressed} suppressed, ${annotated} without effect`
  return [
    `Triage by ${by}: ${sayCount(asked, 'finding')}, of these ${counts}.`,
    ...unanswered.map(
      ({ findings, detail }) => `Triage has no answer for ${sayCount(findings, 'finding')}, which ${findings === 1 ? 'is' : 'are'} kept: ${detail}`,
    ),
    `Grade without triage: ${gradeWithout}, score ${scoreWithout}. With triage: ${grade}, score ${score}.`,
  ]
}
