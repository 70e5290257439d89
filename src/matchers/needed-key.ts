import { holdsWord } from '../engines/literal-index/holds-word.ts'
import { isWord, type LiteralNeed, needAll } from '../model/literal-need.ts'
import type { MatchContext } from '../model/matcher.ts'

/** What a file must hold for a property or keyword argument of this dotted name to be found in it. */
export function needOfKey(name: string): LiteralNeed {
  return needAll(partsOf(name).map((text) => ({ kind: isWord(text) ? 'word' : 'literal', text })))
}

/** Whether the name stands in the file as it is. One that is written with escapes the prefilter could not find, so it is never found. */
export function standsInText({ file, spend }: MatchContext, name: string): boolean {
  // A word at the end of a large file is looked for at each of ten thousand places.
  spend(file.text.length >> 12)
  return partsOf(name).every((part) => (isWord(part) ? holdsWord(file.text, part) : file.text.includes(part)))
}

function partsOf(name: string): readonly string[] {
  return name.split('.').filter((part) => /^[!-~]{2,}$/.test(part))
}
