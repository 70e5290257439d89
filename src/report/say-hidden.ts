import type { HidingReason, ScanResult } from '../model/result.ts'

const WORDS: Readonly<Record<HidingReason, string>> = {
  filter: 'by filters',
  baseline: 'of the baseline',
  unchanged: 'on lines that did not change',
  limit: 'beyond the limit',
}

/** What the list leaves out, in a sentence; undefined when it is whole. */
export function sayHidden({ hidden = [] }: ScanResult): string | undefined {
  return hidden.length === 0
    ? undefined
    : `Not listed, and part of the grade: ${hidden.map(({ reason, findings }) => `${findings} ${WORDS[reason]}`).join(', ')}.`
}
