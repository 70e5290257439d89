import { MatcherInput } from 're2js'
import type { RE2JS } from 're2js'
import { createBeginning, createLook } from './earliest-end.ts'
import type { Sighting } from './earliest-end.ts'
import { crossesLines, maxLength } from './measure-regex.ts'
import { createInput } from './regex-input.ts'
import type { RegexInput } from './regex-input.ts'
import type { RegexMatch } from './regex-match.ts'
import type { ParsedRegex } from './regex-node.ts'

/** A compiled regex while it searches. */
export interface Search {
  test(text: string): boolean
  find(text: string, from: number): RegexMatch | undefined
}

const UNANCHORED = 0
const ANCHORED = 1

/** For longer matches, finding the start first is faster. */
const LONG = 1000

/**
 * The fastest known search with a program of re2js. Its `find` runs an NFA at 7 to 14 million characters per second. Its lazy DFA is ten times as
 * fast but only returns whether there is a match. So the DFA finds the end of the match that ends first, which limits the start of the leftmost
 * match, and the NFA runs from there.
 *
 * Two parts of re2js take time proportional to the whole text for each match, and are avoided. Its prefilter searches the rest of the text for each
 * literal of an alternation, so it is turned off for the NFA. Its backtracker clears a bit for each instruction and character of the text, up to 32
 * KB, so the NFA is called without it.
 */
export function createSearch(re: RE2JS, parsed: ParsedRegex): Search {
  const program = re.re2()
  const look = createLook(re, parsed.root)
  program.prefilter = null
  const bound = beginBound(parsed)
  // Groups make each step of the NFA slower, so only a regex with named groups requests them.
  const groupCount = parsed.groupNames.length === 0 ? 1 : 1 + program.numberOfCapturingGroups()
  const nameOf = parsed.groupNames.map((name): [string, number] => [name, program.namedGroups[name]])
  const run = (input: RegexInput, from: number): readonly number[] | null =>
    // Only a regex anchored at the start of the text has a one-pass program, and thus at most one match.
    program.onepass === null
      ? program.doExecuteNFA(input, from, UNANCHORED, 2 * groupCount)
      : program.matchMachineInput(MatcherInput.utf16(input.text), from, input.text.length, UNANCHORED, groupCount)[1]
  const beginningOf = createBeginning(re)
  const conditions = conditionsOf(program.prog)
  const anchored = createInput()
  /**
   * The match that starts at an offset. The NFA anchors only at the start of a text, so it gets the rest of the text, if the program has no condition
   * on the text before. Without an anchor it would restart at each character, which takes microseconds for a large program, and a second for a
   * hundred thousand characters.
   */
  const runFrom = (input: RegexInput, begin: number): readonly number[] | null => {
    if (program.onepass !== null || begin < 0) return null
    anchored.text = input.text.slice(begin)
    try {
      if (((anchored.context(0) ^ input.context(begin)) & conditions) !== 0) return null
      return program.doExecuteNFA(anchored, 0, ANCHORED, 2 * groupCount)?.map((offset: number) => (offset < 0 ? offset : offset + begin)) ?? null
    } finally {
      anchored.text = ''
    }
  }
  const isLiteral = program.prefixComplete && groupCount === 1
  const input = createInput()
  const test = (): boolean => {
    const seen = look(input, 0)
    return seen === 'unknown' ? run(input, 0) !== null : seen !== 'none'
  }
  const find = (from: number): RegexMatch | undefined => {
    const seen = look(input, from)
    if (seen === 'none') return undefined
    if (isLiteral && seen !== 'unknown') return { start: seen.end - program.prefix.length, end: seen.end, groups: [] }
    const begin = seen === 'unknown' ? from : bound(input.text, seen)
    const isLong = seen !== 'unknown' && seen.end - begin > LONG
    const offsets = (isLong ? runFrom(input, beginningOf(input, begin, seen.end)) : null) ?? run(input, begin)
    return offsets === null ? undefined : toMatch(offsets, nameOf)
  }
  /** The text is not retained after the search. */
  const searchIn = <T>(text: string, search: () => T): T => {
    input.text = text
    try {
      return search()
    } finally {
      input.text = ''
    }
  }
  return {
    test: (text) => searchIn(text, test),
    find(text, from) {
      const start = splitsPair(text, from) ? from + 1 : from
      return start > text.length ? undefined : searchIn(text, () => find(start))
    },
  }
}

/**
 * A lower bound for the start of a match. The leftmost match ends no earlier than the one that ends first, so it starts at most its maximum length
 * before that, and within the same line if it cannot cross lines.
 */
function beginBound({ root }: ParsedRegex): (text: string, seen: Sighting) => number {
  const longest = maxLength(root)
  const oneLine = !crossesLines(root)
  return (text, { end, begin }) => {
    const bound = Math.max(begin, end - longest)
    const near = splitsPair(text, bound) ? bound - 1 : bound
    // The slice limits the search for the line start: lines may be as long as the text.
    return oneLine ? near + text.slice(near, end).lastIndexOf('\n') + 1 : near
  }
}

/** The conditions of a program on positions in the text: bits as in `RegexInput.context`. */
function conditionsOf(program: ReturnType<RE2JS['re2']>['prog']): number {
  let conditions = 0
  for (let at = 0; at < program.numInst(); at++) {
    const { op, arg } = program.getInst(at)
    if (op === EMPTY_WIDTH) conditions |= arg
  }
  return conditions
}

const EMPTY_WIDTH = 4

function splitsPair(text: string, at: number): boolean {
  return isSurrogate(text.charCodeAt(at), 0xdc00) && isSurrogate(text.charCodeAt(at - 1), 0xd800)
}

function isSurrogate(unit: number, half: number): boolean {
  return unit >= half && unit < half + 0x400
}

function toMatch(offsets: readonly number[], nameOf: readonly (readonly [string, number])[]): RegexMatch {
  const groups = nameOf.map(([name, group]) => ({ name, start: offsets[2 * group], end: offsets[2 * group + 1] }))
  return { start: offsets[0], end: offsets[1], groups: groups.filter((group) => group.start >= 0) }
}
