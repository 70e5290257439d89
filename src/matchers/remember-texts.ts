import { ownText } from '../text/own-text.ts'

/** Number of cached texts, after which the cache is cleared. Hundreds of tests have such a cache. */
const MAX_TEXTS = 1024
/** Longer texts rarely repeat. */
const MAX_UNITS = 64

/** Files repeat the same few names, and comparing one with twenty globs or a long regex takes as long as all other tests. */
export function rememberTexts(test: (text: string) => boolean): (text: string) => boolean {
  const answers = new Map<string, boolean>()
  return (text) => {
    if (text.length > MAX_UNITS) return test(text)
    const known = answers.get(text)
    if (known !== undefined) return known
    if (answers.size === MAX_TEXTS) answers.clear()
    const answer = test(text)
    answers.set(ownText(text), answer)
    return answer
  }
}
