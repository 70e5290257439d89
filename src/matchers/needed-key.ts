import { holdsWord } from '../engines/literal-index/holds-word.ts'
import { isWord, type LiteralNeed, needAll } from '../model/literal-need.ts'
import type { MatchContext } from '../model/matcher.ts'

/** The literals that a file needs for a property or keyword argument of this dotted name. */
export function needOfKey(name: string): LiteralNeed {
  return needAll(partsOf(name).map((text) => ({ kind: isWord(text) ? 'word' : 'literal', text })))
}

/** Whether the file contains the name literally. A name written with escapes is invisible to the prefilter, so it is never found. */
export function standsInText({ file, spend }: MatchContext, name: string): boolean {
  // Charged, because a name near the end of a large file may be searched from ten thousand nodes.
  spend(file.text.length >> 12)
  return partsOf(name).every((part) => (isWord(part) ? holdsWord(file.text, part) : file.text.includes(part)))
}

function partsOf(name: string): readonly string[] {
  return name.split('.').filter((part) => /^[!-~]{2,}$/.test(part))
}
