import { ownText } from '../text/own-text.ts'

/** Texts whose answers are kept before all are forgotten. Hundreds of tests each have as many. */
const MOST_TEXTS = 1024
/** Longer texts seldom come twice. */
const MOST_UNITS = 64

/** Files hold the same few names over and over, and comparing one with twenty globs or a long regex takes as long as all else that is asked of it. */
export function rememberTexts(test: (text: string) => boolean): (text: string) => boolean {
  const answers = new Map<string, boolean>()
  return (text) => {
    if (text.length > MOST_UNITS) return test(text)
    const known = answers.get(text)
    if (known !== undefined) return known
    if (answers.size === MOST_TEXTS) answers.clear()
    const answer = test(text)
    answers.set(ownText(text), answer)
    return answer
  }
}
