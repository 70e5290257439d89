import type { Automaton, Closure } from './automaton.ts'
import { holdsChar, invert, pickChar, unite } from './char-set.ts'
import type { Pump } from './find-pumps.ts'

/** So often the word is read until nothing new comes of it. */
const ROUNDS = 4

/** Where a text may have led to. */
interface Reading {
  readonly positions: ReadonlySet<number>
  /** The pattern has ended on the way, and nothing is tried again. */
  readonly isOver: boolean
}

/**
 * What comes after the repeated word so that the matcher fails, and has to try all ways; the empty text where the end is enough. Undefined where the pattern
 * matches in any case.
 */
export function findSuffix(automaton: Automaton, { prefix, word, isRestarted }: Pump, isWhole: boolean): string | undefined {
  // What is before the places where a match begins again is read by no match.
  const before = isRestarted ? '' : prefix
  let reading = readText(automaton, { positions: new Set(), isOver: false }, before, { isFirst: true, isRestarted: false, isWhole })
  for (let round = 0; round < ROUNDS; round++)
    reading = readText(automaton, reading, word, { isFirst: prefix === '' && round === 0, isRestarted, isWhole })
  if (reading.isOver) return undefined
  const candidates = listChars(automaton).map((char) => ({
    text: char,
    reading: readText(automaton, reading, char, { isFirst: false, isRestarted: false, isWhole }),
  }))
  const dead = candidates.find(({ reading: { positions, isOver } }) => positions.size === 0 && !isOver)
  if (dead !== undefined) return dead.text
  if (!mayEnd(automaton, reading, isWhole)) return ''
  return candidates.find((candidate) => !candidate.reading.isOver && !mayEnd(automaton, candidate.reading, isWhole))?.text
}

interface ReadingMode {
  /** The text begins here, and with it the match. */
  readonly isFirst: boolean
  /** A match may begin at each character. */
  readonly isRestarted: boolean
  readonly isWhole: boolean
}

function readText(automaton: Automaton, from: Reading, text: string, { isFirst, isRestarted, isWhole }: ReadingMode): Reading {
  let positions = from.positions
  let isOver = from.isOver
  for (const [index, char] of [...text].entries()) {
    const code = char.codePointAt(0) ?? 0
    const closures: (Closure | undefined)[] = [...positions].map((position) => automaton.after[position])
    if (isFirst && index === 0) closures.push(automaton.first)
    else if (isRestarted) closures.push(automaton.later)
    isOver ||= !isWhole && closures.some((closure) => closure?.accepts === true)
    positions = new Set(
      closures.flatMap((closure) => [...(closure?.next.keys() ?? [])]).filter((next) => holdsChar(automaton.sets[next] ?? [], code)),
    )
  }
  isOver ||= !isWhole && [...positions].some((position) => automaton.after[position]?.accepts === true)
  return { positions, isOver }
}

function mayEnd({ after }: Automaton, { positions, isOver }: Reading, isWhole: boolean): boolean {
  return isOver || [...positions].some((position) => after[position]?.acceptsAtEnd === true || (isWhole && after[position]?.accepts === true))
}

/** Characters that tell the sets of the automaton apart: one that none reads comes first. */
function listChars({ sets }: Automaton): readonly string[] {
  const codes = [33, pickChar(invert(unite(sets))), 10, 0, ...sets.map((set) => pickChar(invert(set))), ...sets.map(pickChar)]
  return [...new Set(codes.filter((code) => code !== undefined))].map((code) => String.fromCodePoint(code))
}
