/**
 * Text of unknown origin on one line of a terminal, written as reports write it. Control characters and those that turn the direction of writing,
 * which could hide or rewrite what was printed, become visible signs. A copy of what the library does inside: messages must not wait for it to load.
 */
export function showText(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, (character) => {
    const code = character.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '␡' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
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
