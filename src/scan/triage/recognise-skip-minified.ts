import { BOUNDS } from '../../model/bounds.ts'

const CODE_FILE = /\.(?:[cm]?jsx?|css)$/i
const MINIFIED_NAME = /[.-]min\.(?:[cm]?js|css)$/i

/** Shorter texts are cheap to scan, and too short to judge: a module that is one long regular expression has 900 characters. */
const LEAST_CHARACTERS = 2000

/** Minifiers that break lines at all do so after 500 columns (Closure) or never; formatters break after 150 at most. */
const LONG_LINE = 500

/** Of what is no comment. The least among the bundles of our node_modules is 0.93. */
const LEAST_SHARE_IN_LONG_LINES = 0.9

/** Of the long lines. Minified code has 0.01 to 0.05; written code 0.1 and more, also where its lines are long; lists of words 0.1. */
const MOST_WHITE_SPACE = BOUNDS.minifiedWhiteSpace.value

/** `(` and `;` among the characters of long lines. Minified code has 0.013 and more; data (JSON, base64, tables of code points) less than 0.009. */
const LEAST_CODE_SIGNS = 0.01

/** Characters outside long lines and comments, which somebody may have written by hand: more of them are never hidden by a bundle next to them. */
const MOST_WRITTEN_CHARACTERS = BOUNDS.minifiedLineCharacters.value

/** The name that bundlers give: `index-Dwc54NUJ.js`. Nobody writes by hand in such a file, but its templates and shaders keep their lines. */
const HASHED_NAME = /[.-](?=[\w-]{0,7}\d)[\w-]{8}\.(?:[cm]?js|css)$/

/** The same in a file with such a name, as a share of its long lines. */
const MOST_WRITTEN_IN_HASHED = BOUNDS.minifiedHashedShare.value

/** Says by what JavaScript or CSS is known to be minified; undefined when it is not, as long lines of data in written code are not. */
export function recogniseMinified(path: string, text: string): string | undefined {
  if (MINIFIED_NAME.test(path)) return 'the file name ends in `min`, as minifiers name their output'
  if (!CODE_FILE.test(path) || text.length < LEAST_CHARACTERS) return undefined
  const { long, written, whiteSpace, codeSigns } = measureShape(text)
  const minified =
    written <= (HASHED_NAME.test(path) ? Math.max(MOST_WRITTEN_CHARACTERS, MOST_WRITTEN_IN_HASHED * long) : MOST_WRITTEN_CHARACTERS) &&
    long >= LEAST_SHARE_IN_LONG_LINES * (long + written) &&
    whiteSpace <= MOST_WHITE_SPACE * long &&
    codeSigns >= LEAST_CODE_SIGNS * long
  return minified
    ? `${Math.floor((100 * long) / (long + written))} % of the code is in lines of over ${LONG_LINE} characters almost without white space`
    : undefined
}

interface Shape {
  /** Characters in long lines. */
  readonly long: number
  /** Characters in other lines, comments left out. */
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
    // Most files are no bundles, and are known not to be after a page or two.
    if (shape.written > MOST_WRITTEN_CHARACTERS) break
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
