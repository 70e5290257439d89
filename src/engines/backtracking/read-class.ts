import { type CharSet, foldCase, invert, unite } from './char-set.ts'
import { PatternError, type PatternReader } from './pattern-reader.ts'
import { readEscape } from './read-escape.ts'

/** The set of a class; the reader is behind its `[`. */
export function readClass(reader: PatternReader): CharSet {
  const negative = reader.take('^')
  const sets: CharSet[] = []
  let isFirst = true
  for (;;) {
    // In Python a `]` at the start is a member of the class.
    if (reader.peek() === ']' && !(isFirst && reader.isPython)) break
    isFirst = false
    sets.push(readItem(reader))
  }
  reader.next()
  const set = unite(sets)
  const folded = reader.modes.ignoreCase ? foldCase(set) : set
  return negative ? invert(folded) : folded
}

function readItem(reader: PatternReader): CharSet {
  if (reader.hasSetNotation && (reader.take('--') || reader.take('&&') || reader.take('\\q'))) throw new PatternError('set operations are not read')
  if (reader.hasSetNotation && reader.take('[')) return readClass(reader)
  const low = readSingle(reader)
  if (low.length !== 2 || low[0] !== low[1] || reader.match(/-(?!\])/y) === undefined) return low
  const high = readSingle(reader)
  // `[a-\d]` is the three of them.
  if (high.length !== 2 || high[0] !== high[1]) return unite([low, high, [45, 45]])
  if ((low[0] ?? 0) > (high[0] ?? 0)) throw new PatternError('the range ends before it begins')
  return [low[0] ?? 0, high[0] ?? 0]
}

function readSingle(reader: PatternReader): CharSet {
  const char = reader.next()
  if (char === '\\') return readEscape(reader, true)
  const code = char.codePointAt(0) ?? 0
  return [code, code]
}
