import { holdsWord } from './holds-word.ts'
import type { LiteralAutomaton } from './literal-automaton.ts'
import { scanBytes } from './scan-bytes.ts'

/** UTF-16 units between two checks for an early end. */
const CHUNK = 32_768

const LINE_FEED = 10

/** Calls `report` for each literal that occurs in the text, possibly several times, until it returns true. */
export type LiteralScan = (text: string, report: (literal: number) => boolean) => void

/** The first literal of the automaton is reported as `firstLiteral`. The scan reuses its buffers, so `report` must not call it. */
export function createScan(automaton: LiteralAutomaton, firstLiteral: number): LiteralScan {
  const encoder = new TextEncoder()
  const bytes = new Uint8Array(3 * CHUNK)
  const hits = createHits(automaton.outputs.length)
  return (text, report) => {
    const plain = withoutFoldingUnits(text)
    const reportNext = (literal: number): boolean => report(firstLiteral + literal)
    let state = 0
    for (let from = 0; from < plain.length; from += CHUNK) {
      const chunk = plain.length <= CHUNK ? plain : plain.slice(from, from + CHUNK)
      state = scanBytes(automaton, bytes, encoder.encodeInto(chunk, bytes).written, state, hits.bytes)
      if (drain(hits, automaton.outputs, reportNext)) return
    }
  }
}

/** For folded literals of one unit. Most of them occur near the start of a text. */
export function createUnitScan(units: readonly string[]): LiteralScan {
  const forms = units.map((unit) => [...new Set([unit, unit.toUpperCase(), ...(FOLDING_UNITS.get(unit) ?? [])])])
  return (text, report) => {
    for (let unit = 0; unit < forms.length; unit++) if (forms[unit].some((form) => text.includes(form)) && report(unit)) return
  }
}

/** The same for words, with an automaton for words. */
export function createWordScan(automaton: LiteralAutomaton): LiteralScan {
  const encoder = new TextEncoder()
  const bytes = new Uint8Array(3 * CHUNK + 1)
  const hits = createHits(automaton.outputs.length)
  return (text, report) => {
    let state = 0
    for (let from = 0; from < text.length; from += CHUNK) {
      const chunk = text.length <= CHUNK ? text : text.slice(from, from + CHUNK)
      let { written } = encoder.encodeInto(chunk, bytes)
      if (from + CHUNK >= text.length) bytes[written++] = LINE_FEED
      state = scanBytes(automaton, bytes, written, state, hits.bytes)
      if (drain(hits, automaton.outputs, report)) return
    }
  }
}

/** Searches for each word separately: faster for little text. */
export function createPlainWordScan(words: readonly string[]): LiteralScan {
  return (text, report) => {
    for (const [index, word] of words.entries()) if (holdsWord(text, word) && report(index)) return
  }
}

/** Searches for each literal separately: faster for little text, because building an automaton takes longer. */
export function createPlainScan(literals: readonly string[]): LiteralScan {
  return (text, report) => {
    const folded = withoutFoldingUnits(text).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    for (const [literal, word] of literals.entries()) if (folded.includes(word) && report(literal)) return
  }
}

/** The Kelvin sign and the long s are the only units outside ASCII that fold to a letter of it. */
const FOLDING_UNITS: ReadonlyMap<string, string> = new Map([
  ['k', '\u212a'],
  ['s', '\u017f'],
])

/** They are rare, so a copy of the text is acceptable. */
function withoutFoldingUnits(text: string): string {
  let plain = text
  for (const [letter, unit] of FOLDING_UNITS) if (plain.includes(unit)) plain = plain.replaceAll(unit, letter)
  return plain
}

/** A byte for each accepting state, and the same four at a time: most are 0. */
interface Hits {
  readonly bytes: Uint8Array
  readonly fours: Uint32Array
}

function createHits(count: number): Hits {
  const fours = new Uint32Array(Math.ceil(count / 4))
  return { bytes: new Uint8Array(fours.buffer), fours }
}

function drain({ bytes, fours }: Hits, outputs: LiteralAutomaton['outputs'], report: (literal: number) => boolean): boolean {
  let done = false
  for (let four = 0; four < fours.length; four++) {
    if (fours[four] === 0) continue
    for (let state = 4 * four; state < 4 * four + 4; state++) {
      if (bytes[state] === 0) continue
      for (const literal of outputs[state]) done = report(literal) || done
    }
    fours[four] = 0
  }
  return done
}
