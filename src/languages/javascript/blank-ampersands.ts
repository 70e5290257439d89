import { BOUNDS } from '../../model/bounds.ts'
/** Text of an element, and tags, are not looked through further than this. */
const LONGEST = 2_000
/** Of a file. More are in no text that a person wrote. */
const MAX_AMPERSANDS = BOUNDS.jsxAmpersands.value

/**
 * TypeScript and Babel take an `&` that begins no character reference as it stands, in the text of an element and in the values of its attributes; the grammar does not. Blanks take the place of those.
 */
export function blankAmpersands(text: string): string {
  let written = text.replace(/=(?:"[^"\n]*"|'[^'\n]*')/g, (value) => value.replaceAll('&', ' '))
  const parts: string[] = []
  let from = 0
  let left = MAX_AMPERSANDS
  for (let at = written.indexOf('&'); at >= 0 && left > 0; at = written.indexOf('&', at + 1)) {
    left--
    if (!isElementText(written, at)) continue
    parts.push(written.slice(from, at), ' ')
    from = at + 1
  }
  if (from > 0) written = parts.join('') + written.slice(from)
  return written
}

/** Whether the characters around an offset are text between tags. In doubt they are not: `A<B> & C<D>` is a type. */
function isElementText(text: string, offset: number): boolean {
  const next = findNext(text, offset)
  if (text.startsWith('</', next)) return true
  if (text[next] !== '{' && !/^<[A-Za-z>]/.test(text.slice(next, next + 2))) return false
  const end = findTagEnd(text, offset)
  return end >= 0 && isTag(text, end)
}

function findNext(text: string, offset: number): number {
  for (let at = offset; at < text.length && at - offset < LONGEST; at++) if ('<>{}'.includes(text[at])) return at
  return -1
}

/** The `>` before a text, over expressions in braces; -1 where code is before it. */
function findTagEnd(text: string, offset: number): number {
  let depth = 0
  for (let at = offset; at >= 0 && offset - at < LONGEST; at--) {
    const character = text[at]
    if (character === '}') depth++
    else if (character === '{') depth--
    else if (depth === 0 && character === '>') return text[at - 1] === '=' ? -1 : at
    else if (depth === 0 && character === '<') return -1
    if (depth < 0) return -1
  }
  return -1
}

/** Whether the tag that ends at an offset is that of an element, and no list of type arguments. */
function isTag(text: string, end: number): boolean {
  let depth = 0
  for (let at = end - 1; at >= 0 && end - at < LONGEST; at--) {
    const character = text[at]
    if (character === '}') depth++
    else if (character === '{') depth--
    else if (depth === 0 && character === '<') return /[A-Za-z/>]/.test(text[at + 1]) && !/[\w$)\].]/.test(text[at - 1] ?? '')
    if (depth < 0) return false
  }
  return false
}
