import { readClass, readClassEscape, readEscape } from './read-class.ts'
import type { CharSet, ParsedRegex, RegexFault, RegexNode } from './regex-node.ts'
import { Refusal, popCodePoint } from './regex-reader.ts'
import type { RegexReader } from './regex-reader.ts'

/** Maximum nesting of groups. re2js refuses more than 1,000 levels of nodes; this limit protects recursive functions from stack overflow. */
const MAX_NESTING = 200
const MAX_REPEAT = 1000

/**
 * Parses RE2 syntax exactly as re2js 2.10 does with its default flags (a test compares them). Here every fault has an offset and, if known, a hint.
 */
export function parseRegex(source: string): ParsedRegex | RegexFault {
  const reader: RegexReader = { source, at: 0, fold: false, dotAll: false, groupNames: [] }
  try {
    const root = readChoice(reader, 0)
    if (reader.at < source.length) throw new Refusal('This `)` closes no group', reader.at, 'Write `\\)` for a bracket in the text.')
    return { kind: 'parsed', root, groupNames: reader.groupNames }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { message, offset, hint } = error
    return hint === undefined ? { kind: 'fault', message, offset } : { kind: 'fault', message, offset, hint }
  }
}

const EMPTY: RegexNode = { kind: 'sequence', of: [] }

function readChoice(reader: RegexReader, depth: number): RegexNode {
  const branches = [readSequence(reader, depth)]
  while (reader.source[reader.at] === '|') {
    reader.at++
    branches.push(readSequence(reader, depth))
  }
  return branches.length === 1 && branches[0] !== undefined ? branches[0] : { kind: 'choice', of: branches }
}

function readSequence(reader: RegexReader, depth: number): RegexNode {
  const parts: RegexNode[] = []
  let afterRepeat = false
  while (reader.at < reader.source.length) {
    const char = reader.source[reader.at]
    if (char === '|' || char === ')') break
    const repeat = char === '*' || char === '+' || char === '?' || char === '{' ? readRepeat(reader) : undefined
    if (repeat !== undefined) {
      parts.push(repeated(reader, parts.pop(), repeat, afterRepeat))
      afterRepeat = true
      continue
    }
    readAtom(reader, depth, parts)
    afterRepeat = false
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'sequence', of: parts }
}

interface Repeat {
  readonly min: number
  readonly max: number
  readonly offset: number
  readonly counted: boolean
}

/** Undefined if the `{` is a literal. */
function readRepeat(reader: RegexReader): Repeat | undefined {
  const offset = reader.at
  const char = reader.source[offset]
  if (char !== '{') {
    reader.at++
    return { min: char === '+' ? 1 : 0, max: char === '?' ? 1 : Infinity, offset, counted: false }
  }
  const counted = /^\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\}/.exec(reader.source.slice(offset, offset + 40))
  if (counted === null) {
    if (/^\{\d{9}/.test(reader.source.slice(offset, offset + 40))) throw repeatTooLarge(offset)
    return undefined
  }
  const min = Number(counted[1])
  const max = counted[2] === undefined ? min : counted[3] === undefined ? Infinity : Number(counted[3])
  if (min > MAX_REPEAT || (max !== Infinity && max > MAX_REPEAT)) throw repeatTooLarge(offset)
  if (min > max) throw new Refusal(`The repetition \`${counted[0]}\` asks for at least ${min} and at most ${max}`, offset, 'Swap the two numbers.')
  reader.at += counted[0].length
  return { min, max, offset, counted: true }
}

function repeatTooLarge(offset: number): Refusal {
  return new Refusal(`A repetition counts more than ${MAX_REPEAT}`, offset, `Use at most \`{${MAX_REPEAT}}\`, or \`*\` or \`+\`.`)
}

function repeated(reader: RegexReader, of: RegexNode | undefined, { min, max, offset, counted }: Repeat, afterRepeat: boolean): RegexNode {
  const sign = reader.source[offset] ?? ''
  if (reader.source[reader.at] === '?') reader.at++
  if (afterRepeat)
    throw new Refusal(
      `\`${sign}\` follows another repetition`,
      offset,
      'Put the first repetition in a group: `(?:a*)*`. There are no possessive ones.',
    )
  if (of === undefined) throw new Refusal(`\`${sign}\` has nothing before it to repeat`, offset, `Write \`\\${sign}\` for the character.`)
  const node: RegexNode = { kind: 'repeat', of, min, max }
  if (counted && countedProduct(node) > MAX_REPEAT) throw repeatTooLarge(offset)
  return node
}

/** The largest product of nested repetition counts. re2js refuses more than 1,000, which limits program sizes. */
function countedProduct(node: RegexNode): number {
  if (node.kind === 'set') return 1
  if (node.kind !== 'repeat') return Math.max(1, ...node.of.map(countedProduct))
  const times = node.max === Infinity ? node.min : node.max
  return Math.max(1, times) * countedProduct(node.of)
}

/** Adds the next atom to `parts`: one node, none for flags, or several for `\Q…\E`. */
function readAtom(reader: RegexReader, depth: number, parts: RegexNode[]): void {
  const char = reader.source[reader.at]
  if (char === '(') readGroup(reader, depth, parts)
  else if (char === '[') parts.push(readClass(reader))
  else if (char === '\\') readBackslash(reader, parts)
  else if (char === '^' || char === '$') {
    reader.at++
    parts.push(EMPTY)
  } else if (char === '.') {
    reader.at++
    parts.push({ kind: 'set', ranges: reader.dotAll ? [] : [10, 10], negated: true, open: false, fold: false })
  } else parts.push(charNode(reader, popCodePoint(reader)))
}

function readGroup(reader: RegexReader, depth: number, parts: RegexNode[]): void {
  const open = reader.at
  const { fold, dotAll } = reader
  if (depth >= MAX_NESTING) throw new Refusal(`Groups nest deeper than ${MAX_NESTING}`, open)
  if (reader.source.startsWith('(?', open)) {
    if (!readGroupHead(reader)) return
  } else reader.at++
  const inner = readChoice(reader, depth + 1)
  if (reader.source[reader.at] !== ')') throw new Refusal('This group is never closed', open, 'Add a `)`, or write `\\(` for a bracket in the text.')
  reader.at++
  reader.fold = fold
  reader.dotAll = dotAll
  parts.push(inner)
}

/** Reads `(?P<name>`, `(?<name>`, `(?flags:` or `(?flags)`; false for the last, which opens no group. */
function readGroupHead(reader: RegexReader): boolean {
  const open = reader.at
  const rest = reader.source.slice(open, open + 4)
  if (/^\(\?(=|!|<=|<!|>|#|&|\||\(|P=|P>)/.test(rest)) throw new Refusal(`\`${rest.slice(0, 3)}\` is not in RE2 syntax`, open, lookaroundHint(rest))
  if (rest.startsWith('(?P<') || rest.startsWith('(?<')) {
    readGroupName(reader, open, rest.startsWith('(?P<') ? 4 : 3)
    return true
  }
  return readFlags(reader, open)
}

function lookaroundHint(head: string): string {
  if (/^\(\?<?[=!]/.test(head))
    return 'Match the context as part of the regex, name the part that counts with `(?P<name>…)`, and constrain the metavariable.'
  return 'Groups are `(…)`, `(?:…)`, `(?P<name>…)` and `(?i:…)`.'
}

function readGroupName(reader: RegexReader, open: number, headLength: number): void {
  const end = reader.source.indexOf('>', open)
  const name = end < 0 ? '' : reader.source.slice(open + headLength, end)
  if (!/^[A-Za-z0-9_]+$/.test(name)) throw new Refusal('The name of this group is not made of letters, digits and `_`', open, 'Write `(?P<name>…)`.')
  if (reader.groupNames.includes(name)) throw new Refusal(`Two groups are named \`${name}\``, open, 'Give each group a different name.')
  reader.groupNames.push(name)
  reader.at = end + 1
}

function readFlags(reader: RegexReader, open: number): boolean {
  reader.at = open + 2
  const flags = /^([imsU]*)(-[imsU]+)?([:)])/.exec(reader.source.slice(reader.at, reader.at + 64))
  if (flags === null) {
    const bad = /^[imsU-]*(.)/su.exec(reader.source.slice(reader.at))?.[1] ?? ''
    const hint =
      bad === 'x' ? 'White space always counts in RE2; write the regex without it.' : 'Flags are `i`, `m`, `s` and `U`: `(?i)`, `(?i:…)`, `(?s-i)`.'
    throw new Refusal(bad === '' ? 'The regex ends inside `(?`' : `\`${bad}\` is no flag of a group`, open, hint)
  }
  if (flags[1]?.includes('i')) reader.fold = true
  if (flags[1]?.includes('s')) reader.dotAll = true
  if (flags[2]?.includes('i')) reader.fold = false
  if (flags[2]?.includes('s')) reader.dotAll = false
  reader.at += flags[0].length
  return flags[3] === ':'
}

function readBackslash(reader: RegexReader, parts: RegexNode[]): void {
  const letter = reader.source[reader.at + 1]
  if (letter === 'A' || letter === 'b' || letter === 'B' || letter === 'z') {
    reader.at += 2
    parts.push(EMPTY)
  } else if (letter === 'Q') readQuoted(reader, parts)
  else parts.push(readClassEscape(reader) ?? charNode(reader, readEscape(reader)))
}

function readQuoted(reader: RegexReader, parts: RegexNode[]): void {
  const close = reader.source.indexOf('\\E', reader.at + 2)
  const end = close < 0 ? reader.source.length : close
  reader.at += 2
  while (reader.at < end) parts.push(charNode(reader, popCodePoint(reader)))
  if (close >= 0) reader.at = close + 2
}

function charNode(reader: RegexReader, code: number): CharSet {
  return { kind: 'set', ranges: [code, code], negated: false, open: false, fold: reader.fold }
}
