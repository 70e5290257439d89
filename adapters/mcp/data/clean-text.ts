/** Makes characters visible that could hide or reorder text: controls, bidirectional marks, zero-width characters and tags. Cuts to `most` units. */
export function cleanText(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text
  return cut.replaceAll(UNSEEN, (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`)
}

const UNSEEN = /[\p{Cc}\p{Surrogate}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu
