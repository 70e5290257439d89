/** What stands before a regular expression, and not before a division. */
const BEFORE_REGEX = '(,=:[!&|?{};\n'

/** The offset of the bracket that closes the one at `open`, or -1. Strings, templates, comments and regular expressions are passed over. */
export function matchBracket(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const char = text[at]
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) {
      if (--depth === 0) return at
    } else at = skipToken(text, at)
  }
  return -1
}

/** The ranges between the commas of a list, without the white space around them. Empty ones are left out. */
export function splitList(text: string, start: number, end: number): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = []
  let from = start
  for (let at = start; at <= end; at++) {
    if (at === end || text[at] === ',') {
      const part = text.slice(from, at)
      const left = from + part.length - part.trimStart().length
      if (part.trim() !== '') found.push({ start: left, end: left + part.trim().length })
      from = at + 1
    } else if ('([{'.includes(text[at])) {
      const close = matchBracket(text, at)
      if (close < 0) return found
      at = close
    } else at = skipToken(text, at)
  }
  return found
}

/** The last character of the string, comment or regular expression that begins at `at`; `at` itself elsewhere. */
function skipToken(text: string, at: number): number {
  const char = text[at]
  if ('"\'`'.includes(char)) return skipTo(text, at, char)
  if (char !== '/') return at
  if (text[at + 1] === '/') return endOf(text, text.indexOf('\n', at))
  if (text[at + 1] === '*') return endOf(text, text.indexOf('*/', at + 2)) + 1
  return BEFORE_REGEX.includes(
    text
      .slice(Math.max(0, at - 100), at)
      .trimEnd()
      .at(-1) ?? '',
  )
    ? skipTo(text, at, '/')
    : at
}

function endOf(text: string, found: number): number {
  return found < 0 ? text.length : found
}

function skipTo(text: string, open: number, close: string): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === close) return at
    else if (close === '/' && text[at] === '\n') return open
  }
  return text.length
}
