import type { NamePlace } from '../../model/literal-need.ts'
import { isNameUnit } from './holds-word.ts'
import { skipSpace, skipSpaceBack } from './skip-space.ts'

/** What may stand before and after a name at a place. Comments are not read, so that they may be anything. */
const PLACES: Readonly<Record<NamePlace, { readonly before: string | undefined; readonly after: string | undefined }>> = {
  member: { before: '.', after: undefined },
  assigned: { before: '.', after: '=' },
  shorthand: { before: '{,', after: ',}=' },
  key: { before: undefined, after: ':' },
  'outer-key': { before: undefined, after: ':' },
  callee: { before: undefined, after: '(<`?' },
  // `function`, `function*`; `const`, `let`, `var`, `using`.
  function: { before: 'n*', after: '(<' },
  variable: { before: 'trg,', after: undefined },
}

const COMMENTS = '/#\\'

/** Whether a word stands in a text at such a place. */
export function holdsPlaced(text: string, word: string, place: NamePlace): boolean {
  const { before, after } = PLACES[place]
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const end = at + word.length
    if (isNameUnit(text.charCodeAt(at - 1)) || isNameUnit(text.charCodeAt(end))) continue
    const next = after === undefined ? -1 : skipSpace(text, end)
    if (after !== undefined && !isOneOf(text[next], after)) continue
    if (place === 'outer-key' && text[next] === ':' && !isOneOf(text[skipSpace(text, next + 1)], '{')) continue
    if (before === undefined) return true
    const last = skipSpaceBack(text, at - 1)
    if (last === undefined || isOneOf(text[last], before)) return true
  }
  return false
}

/** Whether a text has an arrow function that takes its first parameter apart: `({`, and no call. */
export function opensParameter(text: string): boolean {
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', at + 1)) {
    if (!isOneOf(text[skipSpace(text, at + 1)], '{')) continue
    const before = skipSpaceBack(text, at - 1)
    if (before === undefined || !isCalled(text, before)) return true
  }
  return false
}

/** Whether what ends at a place is called, and no keyword. */
function isCalled(text: string, at: number): boolean {
  const unit = text[at]
  if (unit === ')' || unit === ']') return true
  return isNameUnit(text.charCodeAt(at)) && !KEYWORD.test(text.slice(Math.max(0, at - 'default'.length), at + 1))
}

const KEYWORD = /(?:^|[^\w$])(?:async|await|case|default|do|else|in|of|return|throw|typeof|void|yield)$/

function isOneOf(unit: string | undefined, units: string): boolean {
  return unit !== undefined && (units.includes(unit) || COMMENTS.includes(unit))
}
