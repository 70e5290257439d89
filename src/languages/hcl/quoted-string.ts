/** Where a string ends: `close` is the place of its closing quote, `end` the one after it; both the end of the line when it is not closed. */
export interface FoundQuote {
  readonly close: number
  readonly end: number
  readonly hasTemplate: boolean
}

/** Finds the end of strings from their opening quote, past the strings within their `${ }` and `%{ }`, which may go over lines. */
export function createQuoteFinder(text: string): (start: number) => FoundQuote {
  // Once a template ran to the end of the text, those of later strings must end on their line: each would read all the rest again.
  let mayCrossLines = true
  return (start) => {
    const open: ('"' | '{')[] = ['"']
    let lineEnd = -1
    let hasTemplate = false
    for (let at = start + 1; at < text.length; at += 1) {
      const char = text[at]
      const isLineEnd = char === '\n' || char === '\r'
      if (isLineEnd && lineEnd === -1) lineEnd = at
      if (isLineEnd && (open[open.length - 1] === '"' || !mayCrossLines)) return { close: lineEnd, end: lineEnd, hasTemplate }
      if (open[open.length - 1] === '{') {
        if (char === '"' || char === '{') open.push(char)
        else if (char === '}') open.pop()
      } else if (char === '\\' && text[at + 1] !== '\n' && text[at + 1] !== '\r') at += 1
      else if (char === '"') {
        open.pop()
        if (open.length === 0) return { close: at, end: at + 1, hasTemplate }
      } else if ((char === '$' || char === '%') && text[at + 1] === '{') {
        // `$${` is no template, but the text `${`.
        if (text[at - 1] !== char || at - 1 === start) {
          open.push('{')
          hasTemplate = true
        }
        at += 1
      }
    }
    mayCrossLines = false
    const close = lineEnd === -1 ? text.length : lineEnd
    return { close, end: close, hasTemplate }
  }
}

/** The value of a string without templates, from the text between its quotes. */
export function decodeQuoted(inside: string): string {
  const plain = inside.replaceAll('$${', '${').replaceAll('%%{', '%{')
  return plain.includes('\\') ? plain.replace(ESCAPE, decodeEscape) : plain
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S])|$)/g
const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

function decodeEscape(whole: string, short: string | undefined, long: string | undefined, letter: string | undefined): string {
  const code = Number.parseInt(short ?? long ?? '', 16)
  if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  return letter === undefined ? '' : (LETTERS[letter] ?? letter)
}
