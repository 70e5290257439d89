/** A word of an instruction: `from` and `to` are places in its logical line, quotes included. */
export interface Word {
  /** Without quotes and escapes. */
  readonly value: string
  readonly from: number
  readonly to: number
  /** A variable is put in when the image is built. */
  readonly hasVariable: boolean
}

/** Splits a stretch of a logical line at blanks outside quotes. */
export function splitWords(text: string, start: number, escape: string): Word[] {
  const words: Word[] = []
  for (let at = skipBlanks(text, start); at < text.length; ) {
    const word = readWord(text, at, escape, false)
    words.push(word)
    at = skipBlanks(text, word.to)
  }
  return words
}

/** Reads one word; with `isKey`, it ends before a `=` too. */
export function readWord(text: string, from: number, escape: string, isKey: boolean): Word {
  let value = ''
  let quote = ''
  let hasVariable = false
  let at = from
  for (; at < text.length; at += 1) {
    const char = text[at]
    if (quote === '' && (char === ' ' || char === '\t' || (isKey && char === '='))) break
    if (char === quote) quote = ''
    else if (quote === '' && (char === '"' || char === "'")) quote = char
    else if (char === escape && quote !== "'" && at + 1 < text.length) {
      at += 1
      // Within quotes only these lose their escape.
      value += quote === '' || text[at] === '"' || text[at] === '$' || text[at] === escape ? text[at] : char + text[at]
    } else {
      if (char === '$' && quote !== "'" && /[A-Za-z0-9_{]/.test(text[at + 1] ?? '')) hasVariable = true
      value += char
    }
  }
  return { value, from, to: at, hasVariable }
}

/** The first place from here on that is neither a blank nor a tab. */
export function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}
