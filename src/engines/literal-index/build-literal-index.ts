import { createPlainScan, createPlainWordScan, createScan, createUnitScan, createWordScan, type LiteralScan } from './create-scan.ts'
import { foldLiteral } from './fold-literal.ts'
import { buildAutomaton } from './literal-automaton.ts'
import { buildWordAutomaton } from './word-automaton.ts'
import { addToGroup } from '../../model/group-by.ts'

/** Finds which literals of a fixed list occur in a text, ignoring the case of ASCII letters, in one pass. */
export interface LiteralIndex {
  /** In input order. */
  readonly literals: readonly string[]
  /**
   * One byte for each literal: 1 if it occurs. The array is overwritten by the next call. An empty literal occurs in every text. A literal that is
   * not ASCII (after folding U+212A to `k` and U+017F to `s`) never occurs.
   */
  find(text: string): Uint8Array
}

/**
 * UTF-16 units of text that are searched literal by literal before the automaton is built. Building it for 1,500 literals takes 50 ms in a new
 * process, as long as that search in 50,000 units.
 */
const UNITS_BEFORE_AUTOMATON = 20_000

/** The automaton is built after enough text. Its table takes about one kilobyte per literal. Duplicates are allowed. */
export function buildLiteralIndex(literals: readonly string[], unitsBefore = UNITS_BEFORE_AUTOMATON): LiteralIndex {
  const slots = slotsOf(literals)
  const always = slots.get('') ?? []
  slots.delete('')
  // Literals of one unit occur everywhere, and would halve the speed of the automaton.
  const units = [...slots.keys()].filter((literal) => literal.length === 1)
  const longer = [...slots.keys()].filter((literal) => literal.length > 1)
  const folded = [...units, ...longer]
  const build = (): LiteralScan => inTurn(createUnitScan(units), createScan(buildAutomaton(longer), units.length))
  const marks = folded.map((literal) => slots.get(literal) ?? [])
  return buildIndex(literals, marks, always, startPlain(createPlainScan(folded), build, unitsBefore))
}

/** The same for words of names (see `isWord` of the model), with their case. A word must not be preceded or followed by a name character. */
export function buildWordIndex(words: readonly string[], unitsBefore = UNITS_BEFORE_AUTOMATON): LiteralIndex {
  const slots = new Map<string, number[]>()
  for (const [index, word] of words.entries()) addToGroup(slots, word, index)
  const distinct = [...slots.keys()]
  const scan = startPlain(createPlainWordScan(distinct), () => createWordScan(buildWordAutomaton(distinct)), unitsBefore)
  return buildIndex(words, [...slots.values()], [], scan)
}

/** Runs the second scan unless the first has found all literals. */
function inTurn(first: LiteralScan, second: LiteralScan): LiteralScan {
  return (text, report) => {
    let done = false
    const note = (literal: number): boolean => (done = report(literal))
    first(text, note)
    if (!done) second(text, note)
  }
}

/** Uses the plain scan until enough text was scanned. */
function startPlain(plain: LiteralScan, build: () => LiteralScan, unitsBefore: number): LiteralScan {
  let automaton: LiteralScan | undefined
  let units = 0
  return (text, report) => {
    units += text.length
    if (units > unitsBefore) automaton ??= build()
    const run = automaton ?? plain
    run(text, report)
  }
}

function buildIndex(literals: readonly string[], marks: readonly (readonly number[])[], always: readonly number[], scan: LiteralScan): LiteralIndex {
  const found = new Uint8Array(literals.length)
  return {
    literals,
    find(text) {
      found.fill(0)
      for (const index of always) found[index] = 1
      let missing = marks.length
      const report = (literal: number): boolean => {
        if (found[marks[literal][0]] === 0) {
          missing--
          for (const index of marks[literal]) found[index] = 1
        }
        return missing === 0
      }
      if (missing > 0) scan(text, report)
      return found
    },
  }
}

/** The indexes of each folded literal in the list, without literals that are not ASCII. */
function slotsOf(literals: readonly string[]): Map<string, number[]> {
  const slots = new Map<string, number[]>()
  for (const [index, literal] of literals.entries()) {
    const folded = foldLiteral(literal)
    if (folded === undefined) continue
    addToGroup(slots, folded, index)
  }
  return slots
}
