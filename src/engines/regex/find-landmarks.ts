import { isStrong, joinStrings, type KnownStrings, stringsOf } from './literal-need.ts'
import type { CharSet, RegexNode } from './regex-node.ts'

/** Folded literals of which every match contains one, preceded only by characters of `before`. */
interface Landmarks {
  readonly literals: readonly string[]
  readonly before: readonly CharSet[]
}

/** More literals occur too frequently to skip text. */
const MAX_LITERALS = 64

/** Searches for the words that every match of a regex contains. */
export interface LandmarkSearch {
  /** The next of the words at or after `from`, or -1. */
  next(text: string, from: number): number
  /** The smallest offset, at or after `from`, at which a match with the word at `landmark` or a later word may start. */
  beginOf(text: string, from: number, landmark: number): number
}

/**
 * For a regex such as `[\w.-]*(secret|token)…`, whose matches all contain one of a few words early: the text between these words is skipped. A DFA
 * reads every character and takes five times as long. Undefined if there are no such words.
 */
export function createLandmarkSearch(root: RegexNode): LandmarkSearch | undefined {
  const landmarks = landmarksOf(root, new Map())
  if (landmarks === undefined) return undefined
  const mayBeBefore = unitsOf(landmarks.before)
  // Literals only, so V8 does not backtrack. Case folding is written out, because V8's folding lacks characters that RE2 folds to ASCII.
  const search = new RegExp(landmarks.literals.map(toSource).join('|'), 'g')
  return {
    next: (text, from) => {
      search.lastIndex = from
      return search.exec(text)?.index ?? -1
    },
    beginOf: (text, from, landmark) => {
      let begin = landmark
      while (begin > from && isBefore(mayBeBefore, text.charCodeAt(begin - 1))) begin--
      return begin
    },
  }
}

function isBefore(table: Uint8Array, unit: number): boolean {
  return unit >= table.length || table[unit] === 1
}

function landmarksOf(node: RegexNode, known: KnownStrings): Landmarks | undefined {
  const strings = stringsOf(node, known)
  if (strings !== undefined) return usable({ literals: strings, before: [] })
  if (node.kind === 'repeat') return node.min === 0 ? undefined : landmarksOf(node.of, known)
  if (node.kind === 'sequence') return landmarksOfSequence(node.of.flatMap(flatParts), known)
  if (node.kind === 'set') return undefined
  const branches = node.of.map((branch) => landmarksOf(branch, known))
  if (branches.some((branch) => branch === undefined)) return undefined
  return usable({ literals: branches.flatMap((branch) => branch?.literals ?? []), before: branches.flatMap((branch) => branch?.before ?? []) })
}

/** The best of its parts. Adjacent parts with few strings are combined. */
function landmarksOfSequence(parts: readonly RegexNode[], known: KnownStrings): Landmarks | undefined {
  let best: Landmarks | undefined
  const before: CharSet[] = []
  let run: Landmarks = { literals: [''], before: [] }
  const offer = (found: Landmarks | undefined): void => {
    if (found !== undefined && (best === undefined || isBetter(found, best))) best = found
  }
  for (const part of parts) {
    const strings = stringsOf(part, known)
    const joined = strings === undefined ? undefined : joinStrings(run.literals, strings)
    if (joined === undefined) offer(usable(run))
    if (strings === undefined) {
      const inner = landmarksOf(part, known)
      offer(inner === undefined ? undefined : { literals: inner.literals, before: [...before, ...inner.before] })
    }
    if (joined !== undefined) run = { ...run, literals: joined }
    const ownBefore = [...before]
    before.push(...setsOf(part))
    if (joined === undefined) run = strings === undefined ? { literals: [''], before: [...before] } : { literals: strings, before: ownBefore }
  }
  offer(usable(run))
  return best
}

function flatParts(part: RegexNode): readonly RegexNode[] {
  return part.kind === 'sequence' ? part.of.flatMap(flatParts) : [part]
}

/** A literal that contains another one is redundant. */
function usable({ literals, before }: Landmarks): Landmarks | undefined {
  const distinct = [...new Set(literals)]
  if (!distinct.every(isStrong)) return undefined
  const kept = distinct.filter((literal) => !distinct.some((other) => other !== literal && literal.includes(other)))
  if (kept.length > MAX_LITERALS) return undefined
  // The text before the shorter literal inside a longer one also belongs to `before`.
  const inside = distinct.filter((literal) => !kept.includes(literal)).flatMap((literal) => [...literal].map(setOfUnit))
  return { literals: kept, before: [...before, ...inside] }
}

function setOfUnit(character: string): CharSet {
  const code = character.charCodeAt(0)
  return { kind: 'set', ranges: [code, code], negated: false, open: false, fold: true }
}

function isBetter(one: Landmarks, other: Landmarks): boolean {
  const [length, least] = [one, other].map(({ literals }) => Math.min(...literals.map((literal) => literal.length)))
  return length === least ? one.literals.length < other.literals.length : length > least
}

function setsOf(node: RegexNode): readonly CharSet[] {
  if (node.kind === 'set') return [node]
  return node.kind === 'repeat' ? setsOf(node.of) : node.of.flatMap(setsOf)
}

/** Whether each ASCII unit is in one of the sets (over-approximated). All other units count as included. */
function unitsOf(sets: readonly CharSet[]): Uint8Array {
  const units = new Uint8Array(128)
  for (const { ranges, negated, open, fold } of sets) {
    const isWide = open || (fold && (negated || ranges.some((code) => code >= units.length)))
    const own = new Uint8Array(units.length)
    for (let at = 0; at + 1 < ranges.length; at += 2) own.fill(1, ranges[at], Math.min(ranges[at + 1] + 1, units.length))
    for (let unit = 0; unit < units.length; unit++) {
      const holds = own[unit] === 1 || (fold && own[otherCase(unit)] === 1)
      if (isWide || holds !== negated) units[unit] = 1
    }
  }
  return units
}

function otherCase(unit: number): number {
  const letter = unit | 32
  return letter >= 97 && letter <= 122 ? unit ^ 32 : unit
}

/** All that folds to the literal. */
function toSource(literal: string): string {
  return [...literal]
    .map((character) => {
      if (character === 'k') return '[kK\\u212a]'
      if (character === 's') return '[sS\\u017f]'
      return /[a-z]/.test(character) ? `[${character}${character.toUpperCase()}]` : character.replace(/[^\w\s]/, '\\$&')
    })
    .join('')
}
