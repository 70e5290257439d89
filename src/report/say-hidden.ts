import type { HidingReason, ScanResult } from '../model/result.ts'

const WORDS: Readonly<Record<HidingReason, string>> = {
  filter: 'by filters',
  baseline: 'in the baseline',
  unchanged: 'on unchanged lines',
  limit: 'over the limit',
}

/** A sentence about the findings that are not listed. Undefined if the list is complete. */
export function sayHidden({ hidden = [] }: ScanResult): string | undefined {
  return hidden.length === 0
    ? undefined
    : `Hidden findings (included in the grade): ${hidden.map(({ reason, findings }) => `${findings} ${WORDS[reason]}`).join(', ')}.`
}
