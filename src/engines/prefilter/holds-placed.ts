import type { NamePlace } from '../../model/literal-need.ts'
import { isNameUnit } from '../literal-index/holds-word.ts'
import { isCalled } from './is-called.ts'
import { COMMENTS, skipSpace, skipSpaceBack } from './skip-space.ts'

/** The characters and words that may surround a name. Undefined allows anything. */
interface Surroundings {
  readonly before?: string
  readonly words?: readonly string[]
  readonly after?: string
}

const DECLARING = { before: ',', words: ['const', 'let', 'var', 'using'] }

const PLACES: Readonly<Record<NamePlace, Surroundings>> = {
  member: { before: '.' },
  assigned: { before: '.', after: '=' },
  shorthand: { before: '{,', after: ',}=' },
  key: { after: ':' },
  'outer-key': { after: ':' },
  callee: { after: '(<`?' },
  function: { words: ['function'], after: '(<' },
  variable: DECLARING,
  'given-variable': { ...DECLARING, after: '=' },
  'typed-variable': { ...DECLARING, after: '=:!' },
}

/** Maximum distance that comments before a name are skipped. */
const MAX_UNITS = 4000

/** The kinds of position at which a word occurs in a text. */
export function placesOf(text: string, word: string, wanted: readonly NamePlace[]): ReadonlySet<NamePlace> {
  const found = new Set<NamePlace>()
  for (let at = text.indexOf(word); at >= 0 && found.size < wanted.length; at = text.indexOf(word, at + word.length)) {
    const end = at + word.length
    if (isNameUnit(text.charCodeAt(at - 1)) || isNameUnit(text.charCodeAt(end))) continue
    const next = skipSpace(text, end)
    for (const place of wanted) if (!found.has(place) && standsAt(text, at, next, place)) found.add(place)
  }
  return found
}

/** Whether the name that begins at `start`, followed by the text at `next`, is at a position. */
function standsAt(text: string, start: number, next: number, place: NamePlace): boolean {
  const surroundings = PLACES[place]
  const { before, words, after } = surroundings
  if (after !== undefined && !isOneOf(text[next], after)) return false
  if (place === 'outer-key' && text[next] === ':' && !isOneOf(text[skipSpace(text, next + 1)], '{')) return false
  return (before === undefined && words === undefined) || isBehind(text, start - 1, surroundings)
}

/** Whether the text before an offset, without comments, may precede a name. */
function isBehind(text: string, from: number, { before, words }: Surroundings): boolean {
  const fits = (last: number | undefined): boolean =>
    last === undefined || isOneOf(text[last], before ?? '', '#\\') || (words !== undefined && endsWithWord(text, last, words))
  for (let at = from; ; ) {
    const last = skipSpaceBack(text, at)
    if (last === undefined || !text.endsWith('*/', last + 1)) return fits(last)
    const first = Math.max(0, last - MAX_UNITS)
    const comment = text.slice(first, last - 1)
    const opening = comment.indexOf('/*', Math.max(0, comment.lastIndexOf('*/') - 1))
    if (opening < 0) return first > 0
    // An apparent start of a comment may be inside a string or the comment.
    for (let open = comment.lastIndexOf('/*'); open > opening; open = comment.lastIndexOf('/*', open - 1))
      if (fits(skipSpaceBack(text, first + open - 1))) return true
    at = first + opening - 1
  }
}

/** Whether a text has an arrow function that destructures its first parameter: `({`, and not a call. */
export function opensParameter(text: string): boolean {
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', at + 1)) {
    if (!isOneOf(text[skipSpace(text, at + 1)], '{')) continue
    const before = skipSpaceBack(text, at - 1)
    if (before === undefined || !isCalled(text, before)) return true
  }
  return false
}

function endsWithWord(text: string, last: number, words: readonly string[]): boolean {
  const end = text[last] === '*' ? skipSpaceBack(text, last - 1) : last
  return end === undefined || words.some((each) => text.endsWith(each, end + 1)) || text.endsWith('*/', end + 1)
}

/** Comments after a name are not skipped: anything may follow. */
function isOneOf(unit: string | undefined, units: string, comments = COMMENTS): boolean {
  return unit !== undefined && (units.includes(unit) || comments.includes(unit))
}
