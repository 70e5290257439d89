/** A bracket expression of a glob, such as `[a-z[:digit:]]`. */
interface Bracket {
  readonly accepts: (character: string) => boolean
  /** The offset after it. */
  readonly end: number
}

/** The members of the brackets, one after the other. */
interface Member extends Bracket {
  /** The single character, from which a `-` may begin a range. */
  readonly character?: string
}

/** The bracket expression at `start`. Undefined if it never ends, names an unknown class, or ends in a single backslash. */
export function readBracket(glob: string, start: number): Bracket | undefined {
  const negated = glob[start + 1] === '!' || glob[start + 1] === '^'
  const members: Member[] = []
  const first = start + (negated ? 2 : 1)
  let at = first
  let close = -1
  // The first member is a member even when it is `]`.
  while (at === first || glob[at] !== ']') {
    // Searched once. Otherwise each of many `[:` would search the rest of the text.
    if (glob.startsWith('[:', at) && close < at + 2) {
      close = glob.indexOf(']', at + 2)
      if (close < 0) return undefined
    }
    const member = readMember(glob, at, close, members.at(-1)?.character)
    if (member === undefined) return undefined
    members.push(member)
    at = member.end
  }
  return { accepts: (given) => members.some(({ accepts }) => accepts(given)) !== negated, end: at + 1 }
}

/** The character at an offset, or the escaped character after a backslash, and the offset after it. Undefined at the end. */
export function readCharacter(glob: string, at: number): { readonly character: string; readonly end: number } | undefined {
  const start = glob[at] === '\\' ? at + 1 : at
  return start < glob.length ? { character: glob[start], end: start + 1 } : undefined
}

/** `close` is the next `]` after a possible class, `previous` the character before. */
function readMember(glob: string, at: number, close: number, previous: string | undefined): Member | undefined {
  if (glob.startsWith('[:', at) && close > at + 2 && glob[close - 1] === ':') return readClass(glob, at, close)
  const isRange = glob[at] === '-' && previous !== undefined && at + 1 < glob.length && glob[at + 1] !== ']'
  const read = readCharacter(glob, isRange ? at + 1 : at)
  if (read === undefined) return undefined
  const { character, end } = read
  if (isRange) return { accepts: (given) => given >= previous && given <= character, end }
  return { accepts: (given) => given === character, end, character }
}

function readClass(glob: string, at: number, close: number): Member | undefined {
  const pattern = CLASSES.get(glob.slice(at + 2, close - 1))
  return pattern && { accepts: (given) => pattern.test(given), end: close + 1 }
}

const CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[0-9A-Za-z]/],
  ['alpha', /[A-Za-z]/],
  ['blank', /[ \t]/],
  ['cntrl', /[\0-\x1f\x7f]/],
  ['digit', /[0-9]/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[ \t\n\r]/],
  ['upper', /[A-Z]/],
  ['xdigit', /[0-9A-Fa-f]/],
])
