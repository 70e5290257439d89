import type { LiteralNeed } from '../../model/literal-need.ts'
import type { CharSet, RegexNode } from './regex-node.ts'

/** Maximum number of strings per position: `[sS]e[ck]ret` has two, folded. */
const MAX_STRINGS = 16
/** Longer literals only make the index larger. */
const MAX_LENGTH = 64
/** A larger character class is useless as a literal. */
const MAX_CLASS = 6
/** Shorter literals occur in most texts, so they are used only if there is no longer one. */
const STRONG_LENGTH = 3

const ANYTHING: LiteralNeed = { kind: 'anything' }

/** The literals that every text with a match of this regex contains, in lower case. Sound for both case-sensitive and case-insensitive sources. */
export function needOfRegex(root: RegexNode): LiteralNeed {
  return needOf(root, new Map())
}

/** Cached results for parts, because every enclosing part queries them. */
export type KnownStrings = Map<RegexNode, readonly string[] | undefined>

function needOf(node: RegexNode, known: KnownStrings): LiteralNeed {
  const strings = stringsOf(node, known)
  if (strings !== undefined) return needOfStrings(strings)
  if (node.kind === 'set') return isBeyondAscii(node) ? { kind: 'beyond-ascii' } : ANYTHING
  if (node.kind === 'choice') return some(node.of.map((part) => needOf(part, known)))
  if (node.kind === 'repeat') return node.min === 0 ? ANYTHING : needOf(node.of, known)
  return needOfSequence(node.of, known)
}

/** Adjacent parts with few strings are joined into longer ones. Other parts are kept separately. */
function needOfSequence(parts: readonly RegexNode[], known: KnownStrings): LiteralNeed {
  const needs: LiteralNeed[] = []
  let run: readonly string[] = ['']
  const endRun = (): void => {
    needs.push(needOfStrings(run))
    run = ['']
  }
  for (const part of parts.flatMap(flatParts)) {
    const strings = stringsOf(part, known)
    if (strings === undefined) {
      const { head, rest, tail } = edgesOf(part, known)
      run = joinStrings(run, head) ?? run
      endRun()
      needs.push(rest)
      run = tail
    } else {
      const joined = joinStrings(run, strings)
      if (joined === undefined) endRun()
      run = joined ?? strings
    }
  }
  endRun()
  return all(needs)
}

function flatParts(part: RegexNode): readonly RegexNode[] {
  return part.kind === 'sequence' ? part.of.flatMap(flatParts) : [part]
}

/** For a part without a finite list: possible prefixes, the need of its inside, and possible suffixes. `['']` means no information. */
function edgesOf(part: RegexNode, known: KnownStrings): { head: readonly string[]; rest: LiteralNeed; tail: readonly string[] } {
  if (part.kind !== 'repeat' || part.min === 0) return { head: [''], rest: needOf(part, known), tail: [''] }
  const once = stringsOf(part.of, known)
  return once === undefined ? { head: [''], rest: needOf(part, known), tail: [''] } : { head: once, rest: ANYTHING, tail: once }
}

/** All texts that the node matches, folded and without duplicates. Undefined if there are too many or they contain unsupported characters. */
export function stringsOf(node: RegexNode, known: KnownStrings): readonly string[] | undefined {
  if (known.has(node)) return known.get(node)
  const strings = findStrings(node, known)
  known.set(node, strings)
  return strings
}

function findStrings(node: RegexNode, known: KnownStrings): readonly string[] | undefined {
  if (node.kind === 'set') return stringsOfSet(node)
  if (node.kind === 'sequence') {
    let joined: readonly string[] | undefined = ['']
    for (const part of node.of) {
      const strings = stringsOf(part, known)
      joined = strings === undefined ? undefined : joinStrings(joined, strings)
      if (joined === undefined) return undefined
    }
    return joined
  }
  if (node.kind === 'choice') {
    const lists = node.of.map((part) => stringsOf(part, known))
    return lists.every((list) => list !== undefined) ? bounded(lists.flat()) : undefined
  }
  return stringsOfRepeat(node.of, node.min, node.max, known)
}

function stringsOfRepeat(of: RegexNode, min: number, max: number, known: KnownStrings): readonly string[] | undefined {
  if (max === 0) return ['']
  const once = stringsOf(of, known)
  if (once === undefined || max > MAX_LENGTH) return undefined
  const found = new Set<string>()
  let strings: readonly string[] | undefined = ['']
  for (let times = 0; times <= max; times++) {
    if (times >= min) for (const one of strings) found.add(one)
    strings = joinStrings(strings, once)
    if (strings === undefined && times < max) return undefined
    if (strings === undefined) break
  }
  return bounded([...found])
}

function stringsOfSet(set: CharSet): readonly string[] | undefined {
  if (set.negated || set.open) return undefined
  const found = new Set<string>()
  for (let i = 0; i + 1 < set.ranges.length; i += 2) {
    const low = set.ranges[i] ?? 0
    const high = set.ranges[i + 1] ?? 0
    if (high - low > 2 * MAX_CLASS) return undefined
    for (let code = low; code <= high; code++) {
      const char = foldCode(code)
      if (char === undefined) return undefined
      found.add(char)
    }
  }
  return found.size <= MAX_CLASS ? [...found] : undefined
}

/**
 * Folds a code point: ASCII to lower case, the Kelvin sign and the long s to the letters that case folding makes of them. Undefined for others. No
 * other code point folds to ASCII, so a folded set of ASCII letters matches nothing else.
 */
function foldCode(code: number): string | undefined {
  if (code === 0x212a) return 'k'
  if (code === 0x17f) return 's'
  return code < 128 ? String.fromCharCode(code).toLowerCase() : undefined
}

/** Code points that are ASCII by folding: the long s and the Kelvin sign. */
const FOLDED = [0x17f, 0x212a]

/** Whether no member of the set is ASCII, or is by folding. */
function isBeyondAscii({ negated, open, ranges }: CharSet): boolean {
  if (negated || open || ranges.length === 0) return false
  const spans = ranges.flatMap((low, index) => (index % 2 === 0 ? [{ low, high: ranges[index + 1] ?? low }] : []))
  return spans.every(({ low, high }) => low > 127 && FOLDED.every((code) => code < low || code > high))
}

/** All concatenations of the two lists. Undefined if there are too many. */
export function joinStrings(left: readonly string[], right: readonly string[]): readonly string[] | undefined {
  if (left.length * right.length > 4 * MAX_STRINGS) return undefined
  return bounded(left.flatMap((head) => right.map((tail) => head + tail)))
}

function bounded(strings: readonly string[]): readonly string[] | undefined {
  const distinct = [...new Set(strings)]
  return distinct.length <= MAX_STRINGS && distinct.every((one) => one.length <= MAX_LENGTH) ? distinct : undefined
}

/** Whether a literal is rare enough to search for. */
export function isStrong(literal: string): boolean {
  return literal.length >= STRONG_LENGTH
}

function needOfStrings(strings: readonly string[]): LiteralNeed {
  return strings.includes('') ? ANYTHING : some(strings.map((text) => ({ kind: 'literal', text })))
}

/** A conjunction. Weak literals are dropped if a stronger one remains. */
function all(needs: readonly LiteralNeed[]): LiteralNeed {
  if (needs.some((need) => need.kind === 'nothing')) return { kind: 'nothing' }
  const flat = distinct(needs.flatMap((need) => (need.kind === 'all' ? need.of : [need])).filter((need) => need.kind !== 'anything'))
  const longest = Math.max(0, ...flat.map(weakestLength))
  const kept =
    longest >= STRONG_LENGTH ? flat.filter((need) => weakestLength(need) >= STRONG_LENGTH) : flat.filter((need) => weakestLength(need) === longest)
  const [first] = kept
  if (first === undefined) return ANYTHING
  return kept.length === 1 ? first : { kind: 'all', of: kept }
}

/** A disjunction. A literal that contains another one is redundant. */
function some(needs: readonly LiteralNeed[]): LiteralNeed {
  const flat = distinct(needs.flatMap((need) => (need.kind === 'some' ? need.of : [need])).filter((need) => need.kind !== 'nothing'))
  if (flat.some((need) => need.kind === 'anything')) return ANYTHING
  const texts = flat.flatMap((need) => (need.kind === 'literal' ? [need.text] : []))
  const kept = flat.filter((need) => need.kind !== 'literal' || !texts.some((text) => text !== need.text && need.text.includes(text)))
  const [first] = kept
  if (first === undefined) return { kind: 'nothing' }
  return kept.length === 1 ? first : { kind: 'some', of: kept }
}

function distinct(needs: readonly LiteralNeed[]): LiteralNeed[] {
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()]
}

/** The length of the shortest literal that satisfies the need. */
function weakestLength(need: LiteralNeed): number {
  if (need.kind === 'literal') return need.text.length
  if (need.kind === 'all') return Math.max(0, ...need.of.map(weakestLength))
  if (need.kind === 'some') return Math.min(...need.of.map(weakestLength))
  if (need.kind === 'beyond-ascii') return STRONG_LENGTH
  return need.kind === 'nothing' ? Infinity : 0
}
