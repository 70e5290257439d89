/**
 * Text of unknown origin on one line of a terminal, written as reports write it. Control characters and those that turn the direction of writing,
 * which could hide or rewrite what was printed, become visible signs. A copy of what the library does inside, as a test holds: messages must not wait for it to load.
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
