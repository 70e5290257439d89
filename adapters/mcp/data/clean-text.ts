/** Makes characters visible that could hide or reorder text: controls, bidirectional marks, zero-width characters and tags. Cuts to `most` units. */
export function cleanText(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text
  return cut.replaceAll(UNSEEN, (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`)
}

const UNSEEN =
  /[\p{Cc}\p{Surrogate}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu
