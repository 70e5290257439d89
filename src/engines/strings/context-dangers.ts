import type { StringContext } from '../../model/string-context.ts'
import { ANY_CHAR, type CharSet, normalizeRanges } from '../backtracking/char-set.ts'
import type { Needle } from './may-contain.ts'

/**
 * By context: the substrings that make a string dangerous there. Two positions with `ANY_CHAR` mean that something follows: a line break or a space at
 * the end of a string is harmless, and `$` of Python lets a line break pass.
 */
export const CONTEXT_DANGERS: Readonly<Record<StringContext, readonly Needle[]>> = {
  // No list of allowed characters contains this one. Negated classes, `.` and `\S` do.
  text: [characters('\u0001')],
  shell: [characters(';&|`$<>()\'"\\'), followed('\n')],
  // A segment of two dots, before another one.
  path: [{ ...sequence('.', '.', '/'), atStart: true }, sequence('/', '.', '.', '/')],
  html: [characters('<"')],
  url: [characters(':\\'), sequence('/', '/')],
  host: [characters(':/\\@.?#')],
  sql: [characters('\'"`;\\('), sequence('/', '*'), followed(' \t\r\n')],
  code: [characters('\'"\\['), { sets: [letters(), characterSet('(`=')] }],
  line: [followed('\r\n')],
  template: [characters('{'), sequence('<', '%')],
  filter: [characters('*()\\\'"[|&')],
  quoted: [characters('\'"`\\')],
}

function characterSet(characters: string): CharSet {
  return normalizeRanges([...characters].map((each) => [each.codePointAt(0) ?? 0, each.codePointAt(0) ?? 0]))
}

function characters(any: string): Needle {
  return { sets: [characterSet(any)] }
}

function sequence(...positions: readonly string[]): Needle {
  return { sets: positions.map(characterSet) }
}

function followed(any: string): Needle {
  return { sets: [characterSet(any), ANY_CHAR] }
}

function letters(): CharSet {
  return normalizeRanges([
    [65, 90],
    [97, 122],
    [95, 95],
    [36, 36],
  ])
}
