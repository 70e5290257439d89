import type { Automaton, Closure } from './automaton.ts'
import { holdsChar, invert, pickChar, unite } from './char-set.ts'
import type { Pump } from './find-pumps.ts'

/** Repetitions of the word until the reachable positions no longer change. */
const ROUNDS = 4

/** The possible positions after a text. */
interface Reading {
  readonly positions: ReadonlySet<number>
  /** The pattern has already matched, so nothing is tried again. */
  readonly isOver: boolean
}

/**
 * A suffix after the repeated word that makes the match fail after trying all paths. Empty if the end of the text is sufficient. Undefined if the
 * pattern always matches.
 */
export function findSuffix(automaton: Automaton, { prefix, word, isRestarted }: Pump, isWhole: boolean): string | undefined {
  // No match reads the text before the position where it restarts.
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
  /** The text and the match start here. */
  readonly isFirst: boolean
  /** A match may start at each character. */
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

/** Characters that distinguish the sets of the automaton. A character that no set contains comes first. */
function listChars({ sets }: Automaton): readonly string[] {
  const codes = [33, pickChar(invert(unite(sets))), 10, 0, ...sets.map((set) => pickChar(invert(set))), ...sets.map(pickChar)]
  return [...new Set(codes.filter((code) => code !== undefined))].map((code) => String.fromCodePoint(code))
}
