import type { RE2JS } from 're2js'
import { createLandmarkSearch } from './find-landmarks.ts'
import { codePointAt } from './regex-input.ts'
import type { RegexInput } from './regex-input.ts'
import type { RegexNode } from './regex-node.ts'

/** The end of the match that ends first, and the offset before which no such match starts. */
export interface Sighting {
  readonly end: number
  readonly begin: number
}

/** The result of the search with re2js' automaton. `unknown` if its states exceed their budget. */
export type Look = Sighting | 'none' | 'unknown'

/** Maximum bytes for the states of one regex, as re2js counts them. Its default of 8 MB is too much for hundreds of rules. */
const MAX_STATE_BYTES = 1 << 20

const UNANCHORED = 0
const ANCHORED = 1
const END_OF_TEXT = -1
const MATCH_OP = 6
const RUNE_OPS = [8, 9, 10, 11]
const EVERY_CONDITION = 255
const ALL_BUT_BEGIN_OF_TEXT = EVERY_CONDITION & ~4
const NO_CONDITION = 0

/** A state of re2js' automaton, as far as it is used here. `next` is by rune class. */
interface State {
  readonly next: readonly (State | null)[] | null
  readonly nextAnchored: readonly (State | null)[] | null
  readonly isMatch: boolean
  readonly nfaStates: readonly number[]
  /** Added by Assay: no earlier match is in progress. */
  fresh?: boolean
}

/**
 * Creates the search for the earliest end of a match that starts at `from` or later. It is the loop of re2js' `DFA.run`, at the same speed (105
 * million characters per second), which also returns the offset, and jumps to the next prefix while no match is in progress. A table of integers
 * instead of re2js' state objects was not faster.
 */
export function createLook(re: RE2JS, root: RegexNode): (input: RegexInput, from: number) => Look {
  const { dfa, prefix, prefilter } = re.re2()
  dfa.stateBudget = MAX_STATE_BYTES
  dfa.memBudget = MAX_STATE_BYTES
  const isFresh = freshTest(dfa)
  const isAnchored = beginsWithText(dfa)
  const latin1Class: Int32Array = dfa.latin1Class
  const leaps = prefix !== ''
  const landmarks = leaps ? undefined : createLandmarkSearch(root)
  return (input, from) => {
    const { text } = input
    // Only before the first match. Before every match it would make finding all of them quadratic.
    if (from === 0 && !isAnchored && prefilter !== null && !prefilter.eval(input, 0)) return 'none'
    let begin = leaps ? text.indexOf(prefix, from) : from
    if (begin < 0) return 'none'
    let landmark = Infinity
    if (landmarks !== undefined) {
      landmark = landmarks.next(text, from)
      if (landmark < 0) return 'none'
      begin = landmarks.beginOf(text, from, landmark)
    }
    const resets = { resetPos: -1 }
    let state: State | null = dfa.start(input, begin)
    for (let i = begin; i < text.length; i++) {
      if (state === null) return 'unknown'
      let rune = text.charCodeAt(i)
      if ((rune & 0xfc00) === 0xd800) rune = codePointAt(text, i)
      const runeClass = rune < 256 ? latin1Class[rune] : dfa.runeClass(rune)
      let next: State | null = state.next === null ? null : state.next[runeClass]
      if (next === null) {
        next = dfa.stepOrReset(state, runeClass, rune, UNANCHORED, i, resets)
        if (next === null) return 'unknown'
        // Every state passes here before it enters a table.
        next.fresh = isFresh(next)
      }
      if (next.isMatch) return { end: i, begin }
      if (rune > 0xffff) i++
      if (next.fresh) {
        if (isAnchored) return 'none'
        begin = i + 1
        if (leaps) {
          begin = text.indexOf(prefix, begin)
          if (begin < 0) return 'none'
          i = begin - 1
        } else if (landmarks !== undefined && begin > landmark) {
          landmark = landmarks.next(text, begin)
          if (landmark < 0) return 'none'
          begin = landmarks.beginOf(text, begin, landmark)
          if (begin > i + 1) {
            i = begin - 1
            state = dfa.start(input, begin)
            continue
          }
        }
      }
      state = next
    }
    const last: State | null = state && dfa.stepOrReset(state, dfa.numClasses, END_OF_TEXT, UNANCHORED, text.length, resets)
    if (last === null) return 'unknown'
    return last.isMatch ? { end: text.length, begin } : 'none'
  }
}

/** Limits for finding the start of a long match: number of start offsets, and characters read relative to the length of the match. */
const MAX_BEGINNINGS = 400
const READINGS = 4

/**
 * Creates the search for the start of the leftmost match, within the range of a look: runs the automaton from each offset, which usually stops after
 * a few characters. Returns -1 if that reads too much.
 */
export function createBeginning(re: RE2JS): (input: RegexInput, begin: number, end: number) => number {
  const { dfa } = re.re2()
  const latin1Class: Int32Array = dfa.latin1Class
  return (input, begin, end) => {
    const { text } = input
    const resets = { resetPos: -1 }
    let left = READINGS * (end - begin)
    for (let start = begin; start < end && start < begin + MAX_BEGINNINGS; start++) {
      // No match starts inside a surrogate pair.
      if (start > 0 && codePointAt(text, start - 1) > 0xffff) continue
      let state: State | null = dfa.start(input, start)
      for (let i = start; i <= text.length; i++) {
        if (state === null || left-- < 0) return -1
        let rune = i < text.length ? text.charCodeAt(i) : END_OF_TEXT
        if ((rune & 0xfc00) === 0xd800) rune = codePointAt(text, i)
        const runeClass: number = rune === END_OF_TEXT ? dfa.numClasses : rune < 256 ? latin1Class[rune] : dfa.runeClass(rune)
        const next: State | null = state.nextAnchored?.[runeClass] ?? dfa.stepOrReset(state, runeClass, rune, ANCHORED, i, resets)
        if (next?.isMatch === true) return start
        if (next?.nfaStates.length === 0) break
        if (rune > 0xffff) i++
        state = next
      }
    }
    return -1
  }
}

type Dfa = ReturnType<RE2JS['re2']>['dfa']

/**
 * A state is fresh if it contains only what every position starts with. That means that no match is in progress, unless a match in progress can look
 * like a new one, as in `a*b`: then no state is fresh. With `(?m)^a*b` a match starts only at a line start, so the comparison with other positions is
 * sufficient.
 */
function freshTest(dfa: Dfa): (state: State) => boolean {
  const onTheWay = new Set<number>()
  for (let pc = 0; pc < dfa.prog.numInst(); pc++) {
    const instruction = dfa.prog.getInst(pc)
    if (!RUNE_OPS.includes(instruction.op)) continue
    for (const each of dfa.closure([instruction.out], EVERY_CONDITION).pcs) onTheWay.add(each)
  }
  const [atStart] = [EVERY_CONDITION, NO_CONDITION]
    .map((condition): ReadonlySet<number> => new Set<number>(dfa.closure([dfa.prog.start], condition).pcs))
    .filter((start) => [...start].every((pc) => !onTheWay.has(pc)))
  if (atStart === undefined) return () => false
  return (state) => state.nfaStates.every((pc) => atStart.has(pc))
}

/** Whether a match can only start at the start of the text. */
function beginsWithText(dfa: Dfa): boolean {
  const { pcs } = dfa.closure([dfa.prog.start], ALL_BUT_BEGIN_OF_TEXT)
  return pcs.every((pc) => ![MATCH_OP, ...RUNE_OPS].includes(dfa.prog.getInst(pc).op))
}
