/** Whether arrays and objects of a JSON text are nested deeper than `most`. `JSON.parse` takes 10 s and 850 MB for 16 MB of nested brackets. */
export function nestsDeeper(json: string, most: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at)
    if (inString) {
      if (unit === BACKSLASH) at++
      else if (unit === QUOTE) inString = false
    } else if (unit === QUOTE) inString = true
    else if (unit === OPEN_BRACKET || unit === OPEN_BRACE) {
      if (++depth > most) return true
    } else if (unit === CLOSE_BRACKET || unit === CLOSE_BRACE) depth--
  }
  return false
}

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]
