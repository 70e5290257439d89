import { isNameUnit } from '../literal-index/holds-word.ts'
import { isCalled } from './is-called.ts'
import { COMMENTS, skipSpace, skipSpaceBack } from './skip-space.ts'

/**
 * The names that follow a name and a dot in a text (`req.body`, `req?.["body"]`, `(req).body`). Undefined if the text may access them in another way:
 * the name is destructured, aliased, or a module, or the text between was not understood. Over-approximates.
 */
export function membersOf(text: string, name: string): ReadonlySet<string> | undefined {
  const members = new Set<string>()
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length
    if (isNameUnit(text.charCodeAt(at - 1)) || isNameUnit(text.charCodeAt(end))) continue
    const member = memberBehind(text, at, end)
    if (member === OTHER || (member === NONE && isHandedOn(text, at, end)) || isQuoted(text, at, end)) return undefined
    if (member !== NONE) members.add(member)
  }
  return members
}

/** Maximum length of module paths. */
const MAX_UNITS = 100

/** No member is accessed here. */
const NONE = ''
/** A member may be accessed, but its name is unknown. */
const OTHER = '.'

/** `default` is dropped: the default export of a module is called like the module. */
function memberBehind(text: string, start: number, end: number): string {
  let at = skipSpace(text, end)
  while (text[at] === ')' || (text[at] === '!' && text[at + 1] !== '=')) at = skipSpace(text, at + 1)
  if (text[at] === '?' && text[at + 1] === '.') at++
  if (text[at] === '.') {
    const from = skipSpace(text, at + 1)
    if (text[from] !== '[') {
      const member = nameAt(text, from)
      if (member === 'default') return OTHER
      // Otherwise a sentence ends here.
      return member === '' && COMMENTS.includes(text[from] ?? ' ') ? OTHER : member
    }
    at = from
  }
  if (text[at] === '[') {
    const key = keyAt(text, skipSpace(text, at + 1))
    // `this.req[name]`: the value that was stored there had the name before, so it was found.
    return key === OTHER && text[start - 1] === '.' ? NONE : key
  }
  if (text[at] === ']') return isLookedUp(text, start) ? NONE : OTHER
  return MAY_GO_ON.test(text.slice(at, at + LONGEST)) ? OTHER : NONE
}

/** A comment, a cast, one of several values, or a line continuation. */
const MAY_GO_ON = /^(?:[/#\\]|\|\||\?\?|(?:as|satisfies|if|or|and|import)\b)/
const LONGEST = 'satisfies'.length + 1

/** The key in brackets. A computed key may be any. */
function keyAt(text: string, at: number): string {
  const quote = text[at]
  if (quote !== '"' && quote !== "'" && quote !== '`') return /\d/.test(quote ?? '') ? NONE : OTHER
  const key = nameAt(text, at + 1)
  return key !== '' && text[at + 1 + key.length] === quote ? key : OTHER
}

/** Whether the text before the name makes it a value that another name may receive: `const { body } = req`. */
function isHandedOn(text: string, start: number, end: number): boolean {
  const next = skipSpace(text, end)
  // Compared, or the parameter of an arrow function.
  if (/^(?:=>|==|!=)/.test(text.slice(next, next + 2))) return false
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
    case '/':
    case '\\':
      return true
    case '[':
      return !isIndex(text, at)
    case '{':
      // const { pool: p } = …
      return text[next] === ':' && mayBePattern(text, next + 1)
    case ',':
      // The last of several values, without parentheses.
      if (text[next] === ':') return mayBePattern(text, next + 1)
      return next >= text.length || text[next] === ';' || isNameUnit(text.charCodeAt(next))
    default:
      return HANDING.test(text.slice(Math.max(0, at - LONGEST), at + 1))
  }
}

/** Whether the text at an offset is the whole index expression, according to the text before it. */
function isLookedUp(text: string, start: number): boolean {
  const bracket = skipSpaceBack(text, start - 1)
  return bracket !== undefined && text[bracket] === '[' && isIndex(text, bracket)
}

/** Whether a bracket opens an index, `x[`, and no list. */
function isIndex(text: string, bracket: number): boolean {
  const before = skipSpaceBack(text, bracket - 1)
  return before !== undefined && isCalled(text, before)
}

/** Whether a pattern or a name, and no literal, may follow a colon. */
function mayBePattern(text: string, from: number): boolean {
  const first = skipSpace(text, from)
  const at = text[first] === '[' ? skipSpace(text, first + 1) : first
  return at < text.length && !LITERAL.test(text[at])
}

const LITERAL = /["'`\d(!~+-]/

/** Whether the name is alone in parentheses that do not belong to a function: `(req)`. */
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
  while (to - end < MAX_UNITS && isInPath(text.charCodeAt(to))) to++
  if (to - end === MAX_UNITS) return true
  if (!isQuote(text[to])) return false
  let from = start - 1
  while (start - from < MAX_UNITS && isInPath(text.charCodeAt(from))) from--
  return start - from === MAX_UNITS || isQuote(text[from])
}

/** `-`, `.`, `/`, `:`, `@`, `^`, `~`, `+` and name characters. */
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
