/**
 * Maximum nesting of a body, far more than any real upload has. `JSON.parse` needs 70 bytes and half a microsecond per open bracket: 700 MB for ten
 * million.
 */
export const MAX_NESTING = 200_000

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Offset of the first bracket of a JSON text that is nested too deeply, in UTF-16 units, or `undefined`. Does not check that the text is JSON. */
export function findDeepBracket(text: string): number | undefined {
  if (text.length <= MAX_NESTING) return undefined
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    // `[`, `{` and their closing brackets differ in one bit.
    else if ((code | 0x20) === 0x7b) {
      depth += 1
      if (depth > MAX_NESTING) return at
    } else if ((code | 0x20) === 0x7d) depth -= 1
  }
  return undefined
}
