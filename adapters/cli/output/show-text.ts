/**
 * Escapes text of unknown origin for one line of a terminal, as reports do. Control characters and bidirectional controls, which could hide or
 * rewrite output, become visible. A copy of the library's function, because messages must not wait until the library is loaded. A test compares both.
 */
export function showText(text: string): string {
  return text.replaceAll(UNSEEN, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCodePoint(0x2400 + code)
    if (code === 0x7f) return '␡'
    return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}

const UNSEEN = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]/gu

/** Cuts a text to a number of terminal cells, with an ellipsis. Characters beyond Latin count as two cells. */
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
