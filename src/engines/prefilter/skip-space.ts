/** What a comment, or a line that goes on, may begin with where something else should stand. */
export const COMMENTS = '/#\\'

/** Lines are looked through for comments as far as this. */
const MOST_UNITS = 100

/** Where the next thing stands that is no white space. */
export function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

/** The same backwards. Undefined where a comment may end there: what stands before that is not seen. */
export function skipSpaceBack(text: string, from: number): number | undefined {
  let at = from
  for (; isSpace(text.charCodeAt(at)); at--) {
    // Lines that end in a carriage return alone are not worth a look.
    const endsLine = text[at] === '\n' ? endsInComment(text, at) : text[at] === '\r' && text[at + 1] !== '\n'
    if (endsLine) return undefined
  }
  return at
}

function endsInComment(text: string, lineFeed: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf('\n', lineFeed - 1) + 1, lineFeed - MOST_UNITS), lineFeed)
  return line.length === MOST_UNITS || line.includes('//') || line.includes('#')
}

/** NaN, beyond either end, is none. What is outside ASCII is taken for space, so that it hides nothing. */
function isSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13) || unit > 127
}
