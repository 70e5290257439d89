import { isNameUnit } from './holds-word.ts'
import { skipSpace, skipSpaceBack } from './skip-space.ts'

/**
 * Names that stand behind a name and a dot in a text (`req.body`, `req?.["body"]`, `(req).body`). Undefined where the text may have them in another way too:
 * the name is taken apart, has another name, is a module's, or something in between was not read. May tell more than there is, never less.
 */
export function membersOf(text: string, name: string): ReadonlySet<string> | undefined {
  const members = new Set<string>()
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length
    if (isNameUnit(text.charCodeAt(at - 1)) || isNameUnit(text.charCodeAt(end))) continue
    const member = memberBehind(text, end)
    if (member === OTHER || (member === NONE && isHandedOn(text, at, end)) || isQuoted(text, at, end)) return undefined
    if (member !== NONE) members.add(member)
  }
  return members
}

/** Ways to modules are looked through as far as this. */
const MOST_UNITS = 100

/** No member is taken here. */
const NONE = ''
/** One may be taken, and its name is not read. */
const OTHER = '.'

/** `default` is left out of names: what a module exports by it is called as the module. */
function memberBehind(text: string, end: number): string {
  let at = skipSpace(text, end)
  while (text[at] === ')' || (text[at] === '!' && text[at + 1] !== '=')) at = skipSpace(text, at + 1)
  if (text[at] === '?' && text[at + 1] === '.') at++
  if (text[at] === '.') {
    const from = skipSpace(text, at + 1)
    if (text[from] !== '[') {
      const member = nameAt(text, from)
      return member === '' || member === 'default' ? OTHER : member
    }
    at = from
  }
  if (text[at] === '[') return keyAt(text, skipSpace(text, at + 1))
  return MAY_GO_ON.test(text.slice(at, at + LONGEST)) ? OTHER : NONE
}

/** A comment, a cast, one of several values, an item of a list, the end of a line that goes on. */
const MAY_GO_ON = /^(?:[/#\\\]]|\|\||\?\?|(?:as|satisfies|if|or|and|import)\b)/
const LONGEST = 'satisfies'.length + 1

/** The key in brackets: one that is worked out may be any. */
function keyAt(text: string, at: number): string {
  const quote = text[at]
  if (quote !== '"' && quote !== "'" && quote !== '`') return /\d/.test(quote ?? '') ? NONE : OTHER
  const key = nameAt(text, at + 1)
  return key !== '' && text[at + 1 + key.length] === quote ? key : OTHER
}

/** Whether what stands before the name makes it a value that may be had by another name: `const { body } = req`. */
function isHandedOn(text: string, start: number, end: number): boolean {
  let at = skipSpaceBack(text, start - 1)
  if (at !== undefined && text[at] === '(' && !isAlone(text, end)) return false
  while (at !== undefined && text[at] === '(') at = skipSpaceBack(text, at - 1)
  if (at === undefined) return true
  switch (text[at]) {
    case '=':
      return !'=!<>'.includes(text[at - 1] ?? '')
    case '>':
    case '?':
    case ':':
    case '|':
    case '&':
    case '[':
    case '/':
    case '\\':
      return true
    case '{':
      // const { pool: p } = …
      return text[skipSpace(text, end)] === ':'
    case ',': {
      // The last of several values, with nothing around them.
      const next = skipSpace(text, end)
      return next >= text.length || text[next] === ';' || text[next] === ':' || isNameUnit(text.charCodeAt(next))
    }
    default:
      return HANDING.test(text.slice(Math.max(0, at - LONGEST), at + 1))
  }
}

/** Whether the name stands in parentheses by itself, which are not those of a function: `(req)`. */
function isAlone(text: string, end: number): boolean {
  let at = skipSpace(text, end)
  if (text[at] !== ')') return false
  while (text[at] === ')') at = skipSpace(text, at + 1)
  return !text.startsWith('=>', at)
}

const HANDING = /(?:^|[^\w$])(?:from|import|else|or|and|await)$/

/** Whether the name is a part of a path in quotes. */
function isQuoted(text: string, start: number, end: number): boolean {
  let to = end
  while (to - end < MOST_UNITS && isInPath(text.charCodeAt(to))) to++
  if (to - end === MOST_UNITS) return true
  if (!isQuote(text[to])) return false
  let from = start - 1
  while (start - from < MOST_UNITS && isInPath(text.charCodeAt(from))) from--
  return start - from === MOST_UNITS || isQuote(text[from])
}

/** `-`, `.` and `/`, `:`, `@`, `^`, `~` and `+` beside what names are made of. */
function isInPath(unit: number): boolean {
  return isNameUnit(unit) || (unit >= 45 && unit <= 47) || unit === 58 || unit === 64 || unit === 94 || unit === 126 || unit === 43
}

function isQuote(unit: string | undefined): boolean {
  return unit === "'" || unit === '"' || unit === '`'
}

function nameAt(text: string, from: number): string {
  let to = from
  while (isNameUnit(text.charCodeAt(to))) to++
  return text.slice(from, to)
}
