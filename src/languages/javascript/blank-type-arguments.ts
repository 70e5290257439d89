/** Longer type arguments than this are not looked for. */
const LONGEST = 2_000

/**
 * The grammar knows no type arguments of a tagged template: sql<User[]>`…`, styled.div<{ wide: boolean }>`…`. They say nothing of what happens, so blanks take their place.
 */
export function blankTypeArguments(text: string): string {
  let plainer = ''
  let written = 0
  for (let end = text.indexOf('>`'); end >= 0; end = text.indexOf('>`', end + 1)) {
    const start = openingOf(text, end)
    if (start < written) continue
    plainer += text.slice(written, start) + text.slice(start, end + 1).replace(/[^\r\n]/g, ' ')
    written = end + 1
  }
  return plainer + text.slice(written)
}

/** Where the type arguments that end at `end` begin; -1 where it is a comparison, or a text that ends with a tag. */
function openingOf(text: string, end: number): number {
  let depth = 0
  for (let at = end; at > 0 && end - at < LONGEST; at -= 1) {
    const character = text[at]
    if (character === '`') return -1
    if (character === '>' && text[at - 1] !== '=') depth += 1
    else if (character === '<') {
      depth -= 1
      if (depth === 0) return /[\w$)\]]/.test(text[at - 1]) ? at : -1
    }
  }
  return -1
}
