import type { LiteralAutomaton } from './literal-automaton.ts'

/** Bytes of names. All others end a name, including those of UTF-8 sequences, because some are white space. */
const NAME = /[A-Za-z0-9_$]/

/** Class of bytes outside of names, and of name bytes that no word contains. */
const [OUTSIDE, OTHER] = [0, 1]
const ROOT = 0

/**
 * An automaton that accepts a word at the first byte after it that is no name byte: `req` occurs in `req.body` and not in `require`. It runs like the
 * automaton of literals. The text must end with a byte that is no name byte.
 */
export function buildWordAutomaton(words: readonly string[]): LiteralAutomaton {
  const { of: classOf, count: width } = classesOf(words)
  // The root, the state within other names, one state after each word, and one for each prefix of a word.
  const others = 1
  const rows: Int32Array[] = [new Int32Array(width).fill(others), new Int32Array(width).fill(others)]
  const ends = new Map<number, number>()
  for (const [index, word] of words.entries()) {
    let state = ROOT
    for (let at = 0; at < word.length; at++) {
      const edge = classOf[word.charCodeAt(at)]
      if (rows[state][edge] === others) rows[state][edge] = rows.push(new Int32Array(width).fill(others)) - 1
      state = rows[state][edge]
    }
    ends.set(state, index)
  }
  const firstAccepting = rows.length
  const outputs: (readonly number[])[] = []
  for (const [state, row] of rows.entries()) {
    const word = ends.get(state)
    row[OUTSIDE] = word === undefined ? ROOT : firstAccepting + outputs.push([word]) - 1
  }
  for (let accepting = 0; accepting < outputs.length; accepting++) rows.push(rows[ROOT])
  const shift = Math.ceil(Math.log2(width))
  const table = new (rows.length <= 65_536 ? Uint16Array : Int32Array)(rows.length << shift)
  for (const [state, row] of rows.entries()) table.set(row, state << shift)
  return { table, shift, classOf, firstAccepting, outputs, within: others, longest: Math.max(0, ...words.map((word) => word.length)) + 2 }
}

function classesOf(words: readonly string[]): { readonly of: Uint8Array; readonly count: number } {
  const of = new Uint8Array(256)
  for (let byte = 0; byte < 128; byte++) of[byte] = NAME.test(String.fromCharCode(byte)) ? OTHER : OUTSIDE
  let count = OTHER + 1
  for (const word of words) {
    for (let at = 0; at < word.length; at++) {
      const unit = word.charCodeAt(at)
      if (of[unit] === OTHER) of[unit] = count++
    }
  }
  return { of, count }
}
