import { BOUNDS } from '../../model/bounds.ts'

const CODE_FILE = /\.(?:[cm]?jsx?|css)$/i
const MINIFIED_NAME = /[.-]min\.(?:[cm]?js|css)$/i

/** Shorter texts are cheap to scan, and too short to decide: a module with one long regular expression has 900 characters. */
const LEAST_CHARACTERS = 2000

/** Minifiers that break lines at all do so after 500 columns (Closure) or never; formatters break after 150 at most. */
const LONG_LINE = 500

/** Without comments. The minimum among the bundles of our node_modules is 0.93. */
const LEAST_SHARE_IN_LONG_LINES = 0.9

/** In long lines. Minified code has 0.01 to 0.05; hand-written code 0.1 and more, even in long lines; lists of words 0.1. */
const MAX_WHITE_SPACE = BOUNDS.minifiedWhiteSpace.value

/** `(` and `;` among the characters of long lines. Minified code has 0.013 and more; data (JSON, base64, tables of code points) less than 0.009. */
const LEAST_CODE_SIGNS = 0.01

/** Maximum characters outside of long lines and comments, which may be hand-written. More are never skipped because of an adjacent bundle. */
const MAX_WRITTEN_CHARACTERS = BOUNDS.minifiedLineCharacters.value

/** Names of bundler output: `index-Dwc54NUJ.js`. Such files are not hand-written, but their templates and shaders keep their lines. */
const HASHED_NAME = /[.-](?=[\w-]{0,7}\d)[\w-]{8}\.(?:[cm]?js|css)$/

/** The same limit for a file with such a name, as a share of its long lines. */
const MAX_WRITTEN_IN_HASHED = BOUNDS.minifiedHashedShare.value

/** `true` and `false` as minifiers write them. */
const SHORT_BOOLEAN = /![01]\b/g
const BOOLEAN = /\b(?:true|false)\b/g
const LEAST_SHORT_BOOLEANS = 10
/** Minified code has `true` and `false` in strings only. The minimum among the bundles that were measured is 7. */
const SHORT_BOOLEANS_PER_BOOLEAN = 5

/** Names that are not properties. Keywords of two letters are none. */
const NAME = /(?<![\w$.])(?!(?:if|in|of|do|is|as)\b)[A-Za-z_$][\w$]*/g
/** Of the names, those with one or two letters. Minified code has 0.39 and more; hand-written code that was measured at most 0.32. */
const LEAST_SHORT_NAMES = 0.35

/** Recognises minified JavaScript or CSS. Undefined for other files, including hand-written code with long lines of data. */
export function recogniseMinified(path: string, text: string): string | undefined {
  if (MINIFIED_NAME.test(path)) return 'the file name ends in `min`, as minifiers name their output'
  if (!CODE_FILE.test(path) || text.length < LEAST_CHARACTERS) return undefined
  if (hasShortenedNames(text)) return 'booleans are written `!0` and `!1`, and most names have one or two letters'
  const { long, written, whiteSpace, codeSigns } = measureShape(text)
  const minified =
    written <= (HASHED_NAME.test(path) ? Math.max(MAX_WRITTEN_CHARACTERS, MAX_WRITTEN_IN_HASHED * long) : MAX_WRITTEN_CHARACTERS) &&
    long >= LEAST_SHARE_IN_LONG_LINES * (long + written) &&
    whiteSpace <= MAX_WHITE_SPACE * long &&
    codeSigns >= LEAST_CODE_SIGNS * long
  return minified
    ? `${Math.floor((100 * long) / (long + written))} % of the code is in lines of over ${LONG_LINE} characters almost without white space`
    : undefined
}

/** Whether a minifier has shortened the names of the code. It may have kept white space and lines. */
function hasShortenedNames(text: string): boolean {
  const booleans = countMatches(text, SHORT_BOOLEAN)
  if (booleans < LEAST_SHORT_BOOLEANS || booleans < SHORT_BOOLEANS_PER_BOOLEAN * countMatches(text, BOOLEAN)) return false
  const names = text.match(NAME) ?? []
  return names.filter((name) => name.length <= 2).length >= LEAST_SHORT_NAMES * names.length
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

interface Shape {
  /** Characters in long lines. */
  readonly long: number
  /** Characters in other lines, without comments. */
  readonly written: number
  readonly whiteSpace: number
  readonly codeSigns: number
}

function measureShape(text: string): Shape {
  const shape = { long: 0, written: 0, whiteSpace: 0, codeSigns: 0 }
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start)
    if (end - start > LONG_LINE) countLongLine(text, start, end, shape)
    else shape.written += countWritten(text.slice(start, end).trim())
    start = end + 1
    // Most files are no bundles, which one or two pages prove.
    if (shape.written > MAX_WRITTEN_CHARACTERS) break
  }
  return shape
}

function countLongLine(text: string, start: number, end: number, shape: { long: number; whiteSpace: number; codeSigns: number }): void {
  shape.long += end - start
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 32 || code === 9) shape.whiteSpace++
    else if (code === 40 || code === 59) shape.codeSigns++
  }
}

function countWritten(line: string): number {
  return /^(?:\/\/|\/\*|\*)/.test(line) ? 0 : line.length
}

function endOfLine(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at++
  return at
}
