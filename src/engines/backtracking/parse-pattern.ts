import { ANY_CHAR, type CharSet, foldCase, invert } from './char-set.ts'
import { LINE_BREAK_OF_PYTHON, LINE_BREAKS_OF_JAVASCRIPT } from './named-sets.ts'
import type { Anchor, Pattern, PatternNode, PatternSource } from './pattern-node.ts'
import { PatternError, PatternReader } from './pattern-reader.ts'
import { readClass } from './read-class.ts'
import { readEscape } from './read-escape.ts'

/** Maximum nesting. It prevents a stack overflow. */
const MAX_DEPTH = 100
const EMPTY: PatternNode = { kind: 'concat', parts: [] }

/** Parses a pattern of JavaScript or Python. Undefined for syntax errors and for unsupported syntax: conditionals and set operations. */
export function parsePattern(source: PatternSource): Pattern | undefined {
  const reader = new PatternReader(source)
  try {
    const root = readChoice(reader, 0)
    if (!reader.isDone) return undefined
    return { root, ignoreCase: reader.modes.ignoreCase, groups: reader.groups }
  } catch (error) {
    if (error instanceof PatternError) return undefined
    throw error
  }
}

function readChoice(reader: PatternReader, depth: number): PatternNode {
  if (depth > MAX_DEPTH) throw new PatternError('nested too deep')
  const { modes } = reader
  const options = [readSequence(reader, depth)]
  while (reader.take('|')) options.push(readSequence(reader, depth))
  // `(?i)` in a group ends with it. At the top level it applies to the whole pattern.
  if (depth > 0) reader.modes = modes
  const [only] = options
  return options.length === 1 && only !== undefined ? only : { kind: 'choice', options }
}

function readSequence(reader: PatternReader, depth: number): PatternNode {
  const parts: PatternNode[] = []
  for (;;) {
    skipUnread(reader)
    const char = reader.peek()
    if (char === '' || char === '|' || char === ')') break
    parts.push(readQuantified(reader, readAtom(reader, depth)))
  }
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : { kind: 'concat', parts }
}

/** White space and comments of a verbose pattern, and `(?#…)`. */
function skipUnread(reader: PatternReader): void {
  if (reader.modes.verbose) reader.match(/(?:\s+|#[^\n]*)*/y)
  if (reader.isPython) while (reader.match(/\(\?#[^)]*\)/y) !== undefined) if (reader.modes.verbose) reader.match(/(?:\s+|#[^\n]*)*/y)
}

function readQuantified(reader: PatternReader, atom: PatternNode): PatternNode {
  let node = atom
  for (;;) {
    skipUnread(reader)
    const found = reader.match(/([*+?])|\{(\d+)(?:(,)(\d*))?\}/y) ?? (reader.isPython ? reader.match(/(\0)?\{()(,)(\d+)\}/y) : undefined)
    if (found === undefined) return node
    const [, sign, least = '', comma = '', most = ''] = found
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0
    const max =
      sign === undefined ? (comma === '' ? min : most === '' ? Number.POSITIVE_INFINITY : Number(most)) : sign === '?' ? 1 : Number.POSITIVE_INFINITY
    const lazy = reader.take('?')
    const possessive = !lazy && reader.isPython && reader.take('+')
    node = { kind: 'repeat', body: node, min, max, lazy, possessive }
  }
}

function readAtom(reader: PatternReader, depth: number): PatternNode {
  const char = reader.next()
  const { modes, isPython } = reader
  switch (char) {
    case '(':
      return readGroup(reader, depth)
    case '[':
      return { kind: 'set', set: readClass(reader) }
    case '.':
      return { kind: 'set', set: modes.dotAll ? ANY_CHAR : invert(isPython ? LINE_BREAK_OF_PYTHON : LINE_BREAKS_OF_JAVASCRIPT) }
    case '^':
      return anchor(modes.multiline ? 'line-start' : 'start')
    case '$':
      return anchor(modes.multiline ? 'line-end' : isPython ? 'last-line-end' : 'end')
    case '\\':
      return readBackslash(reader)
    case '*':
    case '+':
    case '?':
      throw new PatternError('nothing to repeat')
    default:
      return chars([char.codePointAt(0) ?? 0, char.codePointAt(0) ?? 0], modes.ignoreCase)
  }
}

function readBackslash(reader: PatternReader): PatternNode {
  const special = reader.match(/([bB])|([AZ])|k<(\w+)>|([1-9]\d?)/y)
  const [whole, border, end, name, digits] = special ?? []
  if (border !== undefined) return anchor(border === 'b' ? 'word-border' : 'no-word-border')
  if (end !== undefined && reader.isPython) return anchor(end === 'A' ? 'start' : 'end')
  if (name !== undefined && !reader.isPython) return { kind: 'reference', index: reader.names.get(name) ?? 0 }
  if (digits !== undefined && Number(digits) <= reader.groupCount) return { kind: 'reference', index: Number(digits) }
  reader.at -= whole?.length ?? 0
  return chars(readEscape(reader, false), reader.modes.ignoreCase)
}

function readGroup(reader: PatternReader, depth: number): PatternNode {
  const index = openGroup(reader)
  if (index !== undefined) return closeGroup(reader, { kind: 'group', index, body: readChoice(reader, depth + 1) })
  if (reader.isPython) {
    const [, reference] = reader.match(/P=(\w+)\)/y) ?? []
    if (reference !== undefined) return { kind: 'reference', index: reader.names.get(reference) ?? 0 }
    if (reader.take('(')) throw new PatternError('conditions are not read')
    if (reader.take('>')) return closeGroup(reader, { kind: 'atomic', body: readChoice(reader, depth + 1) })
  }
  const [look, behind, sign] = reader.match(/(<?)([=!])/y) ?? []
  if (look !== undefined)
    return closeGroup(reader, { kind: 'look', behind: behind !== '', negative: sign === '!', body: readChoice(reader, depth + 1) })
  const [, on = '', off = '', end] = reader.match(/([a-zA-Z]*)(?:-([a-z]+))?([:)])/y) ?? []
  if (end === undefined) throw new PatternError('the group is not known')
  const outer = reader.modes
  const has = (letter: string, before: boolean): boolean => (before || on.includes(letter)) && !off.includes(letter)
  reader.modes = {
    ignoreCase: has('i', outer.ignoreCase),
    multiline: has('m', outer.multiline),
    dotAll: has('s', outer.dotAll),
    verbose: has('x', outer.verbose) && reader.isPython,
  }
  // `(?i)` applies to what follows it.
  if (end === ')') return EMPTY
  const body = closeGroup(reader, readChoice(reader, depth + 1))
  reader.modes = outer
  return body
}

/** The number of the group that starts here, if it is capturing. */
function openGroup(reader: PatternReader): number | undefined {
  if (!reader.take('?')) return ++reader.groups
  const [, name] = reader.match(/P?<(\w+)>/y) ?? []
  if (name === undefined) return undefined
  reader.names.set(name, ++reader.groups)
  return reader.groups
}

function closeGroup(reader: PatternReader, node: PatternNode): PatternNode {
  if (!reader.take(')')) throw new PatternError('the group does not end')
  return node
}

function anchor(kind: Anchor): PatternNode {
  return { kind: 'anchor', anchor: kind }
}

function chars(set: CharSet, ignoreCase: boolean): PatternNode {
  return { kind: 'set', set: ignoreCase ? foldCase(set) : set }
}
