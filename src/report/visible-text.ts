/** One visible character and its width in terminal cells. */
export interface Cell {
  readonly text: string
  readonly width: number
}

/**
 * Text of unknown origin for a terminal. Control characters, escapes and bidirectional controls, which could rewrite or hide output, become visible.
 * Tabs and line ends too, so that the result is one line.
 */
export function toVisible(text: string): string {
  return text.replaceAll(UNSEEN, showCharacter)
}

/** The width of visible text in terminal cells. */
export function widthOf(text: string): number {
  return isPlain(text) ? text.length : splitCells(text).reduce((sum, { width }) => sum + width, 0)
}

/** Splits text into visible characters. Tabs stay with width 0, because their width depends on the line. */
export function splitCells(text: string): readonly Cell[] {
  if (isPlain(text)) return Array.from(text, (character) => ({ text: character, width: 1 }))
  return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => toCell(segment))
}

function toCell(segment: string): Cell {
  if (segment === '\t') return { text: segment, width: 0 }
  const shown = toVisible(segment)
  if (shown !== segment) return { text: shown, width: Array.from(shown).length }
  if (WIDE.test(segment)) return { text: segment, width: 2 }
  return { text: segment, width: WIDTHLESS.test(segment) ? 0 : 1 }
}

function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

/** Controls, line separators, marks of direction, invisible characters, tags, and halves of surrogate pairs. */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]/gu

function showCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  // The Unicode block of control pictures: `␛` for escape.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '␡'
  return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

/** Wide and fullwidth characters (Unicode Standard Annex 11) and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\ufe0f|\p{Emoji_Presentation}/u

const WIDTHLESS = /^[\p{Mark}\u200c\u200d]+$/u
