/** Brackets in each other that a body may have, far more than any upload has: `JSON.parse` takes 70 bytes and half a microsecond for each that is open, which for ten million is 700 MB. */
export const MOST_NESTING = 200_000

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Offset of the first bracket of a JSON text that lies too deep, in UTF-16 units, `undefined` without one. What is no JSON it reads as if it were. */
export function findDeepBracket(text: string): number | undefined {
  if (text.length <= MOST_NESTING) return undefined
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    // `[`, `{`, and those that close: they differ in one bit.
    else if ((code | 0x20) === 0x7b) {
      depth += 1
      if (depth > MOST_NESTING) return at
    } else if ((code | 0x20) === 0x7d) depth -= 1
  }
  return undefined
}
