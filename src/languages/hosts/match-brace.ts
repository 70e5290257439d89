import { BOUNDS } from '../../model/bounds.ts'
/** Code in an attribute or a text is not longer. */
const MAX_CHARACTERS = BOUNDS.templateExpression.value

const OPEN = '{'
const CLOSE = '}'
const QUOTES = '"\'`'

/** The offset of the brace that closes the one at `open`; undefined where none near by does. Strings are passed over. */
export function matchBrace(text: string, open: number): number | undefined {
  const last = Math.min(text.length, open + MAX_CHARACTERS)
  let depth = 0
  for (let at = open; at < last; at++) {
    const char = text[at]
    if (QUOTES.includes(char)) at = skipString(text, at, last)
    else if (char === OPEN) depth++
    else if (char === CLOSE && --depth === 0) return at
  }
  return undefined
}

function skipString(text: string, start: number, last: number): number {
  for (let at = start + 1; at < last; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[start]) return at
  }
  return last
}
