/** Text of unknown origin for a terminal: control characters, which could move the cursor or change what was printed before, become visible escapes. */
export function showText(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0)
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`
  })
}

/** Cuts to a number of terminal cells, with an ellipsis in place of what is cut. Characters beyond Latin count as two, the most that one takes. */
export function cutToWidth(text: string, cells: number): string {
  let used = 0
  let end = 0
  let endWithEllipsis = 0
  for (const character of text) {
    used += cellsOf(character)
    if (used > cells) return `${text.slice(0, endWithEllipsis)}…`
    end += character.length
    if (used <= cells - 1) endWithEllipsis = end
  }
  return text
}

function cellsOf(character: string): number {
  return character < '\u0300' || character === '…' ? 1 : 2
}
