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

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isInName(text.charCodeAt(at - 1)) && !isInName(text.charCodeAt(at + word.length))) return true
  }
  return false
}

/** Whether a unit is of those that words are made of. NaN, beyond either end, is none. */
function isInName(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122) || unit === 36
}

function partsOf(name: string): readonly string[] {
  return name.split('.').filter((part) => /^[!-~]{2,}$/.test(part))
}
