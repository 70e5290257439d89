/** From worst to least. The order of findings and of the grade's counts. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
/** How bad a weakness is if it is real. */
export type Severity = (typeof SEVERITIES)[number]

/** How certain it is that a finding of a rule is a weakness. */
export const CONFIDENCES = ['high', 'medium', 'low'] as const
/** One of `CONFIDENCES`. */
export type Confidence = (typeof CONFIDENCES)[number]

/** The word a number of steps below another, or the last of the list. */
export function lowerBy<Word>(words: readonly Word[], word: Word, steps: number): Word {
  return words[Math.min(words.indexOf(word) + steps, words.length - 1)] ?? word
}

/** The lesser of two, in the order of their list. */
export function weaker<Word>(words: readonly Word[], left: Word, right: Word): Word {
  return words.indexOf(left) < words.indexOf(right) ? right : left
}
