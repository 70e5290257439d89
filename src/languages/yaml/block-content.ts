import type { Span } from '../../model/position.ts'

/** The content of a block string without its header, first indentation and trailing line breaks. Empty, at the header's end, when there is none. */
export function blockContent(text: string, start: number, end: number): Span {
  let at = start
  while (at < end && text[at] !== '\n' && text[at] !== '\r') at += 1
  const headerEnd = at
  while (at < end && isSpace(text[at])) at += 1
  let last = end
  while (last > at && isSpace(text[last - 1])) last -= 1
  return last > at ? { start: at, end: last } : { start: headerEnd, end: headerEnd }
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\r'
}
