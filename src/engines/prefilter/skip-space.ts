/** First characters of a comment or a line continuation. */
export const COMMENTS = '/#\\'

/** Maximum distance that lines are searched for comments. */
const MAX_UNITS = 100

/** The offset of the next character that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

/** The same backwards. Undefined if a comment may end there, because the text before it is unknown. */
export function skipSpaceBack(text: string, from: number): number | undefined {
  let at = from
  for (; isSpace(text.charCodeAt(at)); at--) {
    // Lines that end with a single carriage return are not supported.
    const endsLine = text[at] === '\n' ? endsInComment(text, at) : text[at] === '\r' && text[at + 1] !== '\n'
    if (endsLine) return undefined
  }
  return at
}

function endsInComment(text: string, lineFeed: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf('\n', lineFeed - 1) + 1, lineFeed - MAX_UNITS), lineFeed)
  return line.length === MAX_UNITS || line.includes('//') || line.includes('#')
}

/** NaN (outside of the text) is no space. Non-ASCII characters count as space, so that they hide nothing. */
function isSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13) || unit > 127
}
