/** Whether a text contains a word that is not part of a longer name. */
export function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isNameUnit(text.charCodeAt(at - 1)) && !isNameUnit(text.charCodeAt(at + word.length))) return true
  return false
}

/** Whether a text contains a part of a name, with its case. If it is the end of a name, no name character may follow. */
export function holdsSpelled(text: string, part: string, ends: boolean): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) if (!ends || !isNameUnit(text.charCodeAt(at + part.length))) return true
  return false
}

/** NaN (outside of the text) is not a name character. */
export function isNameUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 36
}
