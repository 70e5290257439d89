/** Whether a word of names stands in a text with no name going on before or after it. */
export function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isNameUnit(text.charCodeAt(at - 1)) && !isNameUnit(text.charCodeAt(at + word.length))) return true
  return false
}

/** Whether a part of a name stands in a text, with its case; where it is the end of one, with no name going on behind it. */
export function holdsSpelled(text: string, part: string, ends: boolean): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) if (!ends || !isNameUnit(text.charCodeAt(at + part.length))) return true
  return false
}

/** NaN, beyond either end of the text, is none. */
export function isNameUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 36
}
