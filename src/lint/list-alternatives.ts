/** The alternatives of one group of a regex, or of the whole regex. */
export interface Alternatives {
  /** Offset of the first alternative. */
  readonly offset: number
  readonly words: readonly string[]
}

/** What a group says before its first alternative: `?:`, `?i:`, `?P<NAME>`. */
const GROUP_HEAD = /^\?(?:[a-z-]*:|P?<\w+>)/

/** Flags for the whole regex: `(?i)`. */
const FLAGS = /^\(\?[a-z]+\)/

/** The alternatives in a regex as they are written, with at least two words each. A reference to a word list is one word. */
export function listAlternatives(regex: string): readonly Alternatives[] {
  const found: Alternatives[] = []
  const open: Group[] = [{ start: FLAGS.exec(regex)?.[0].length ?? 0, bars: [] }]
  for (let at = 0; at < regex.length; at++) {
    const char = regex[at]
    if (char === '\\') at++
    else if (char === '[') at = endOfClass(regex, at)
    else if (char === '(') open.push({ start: at + 1 + (GROUP_HEAD.exec(regex.slice(at + 1, at + 60))?.[0].length ?? 0), bars: [] })
    else if (char === '|') open.at(-1)?.bars.push(at)
    else if (char === ')' && open.length > 1) addGroup(found, regex, open.pop(), at)
  }
  addGroup(found, regex, open[0], regex.length)
  return found
}

interface Group {
  readonly start: number
  readonly bars: number[]
}

function addGroup(found: Alternatives[], regex: string, group: Group | undefined, end: number): void {
  if (group === undefined || group.bars.length === 0) return
  const starts = [group.start, ...group.bars.map((bar) => bar + 1)]
  found.push({ offset: group.start, words: starts.map((start, index) => regex.slice(start, group.bars[index] ?? end)) })
}

/** The offset of the bracket that closes a character class. */
function endOfClass(regex: string, from: number): number {
  let at = regex[from + 1] === '^' ? from + 2 : from + 1
  if (regex[at] === ']') at++
  while (at < regex.length && regex[at] !== ']') at += regex[at] === '\\' ? 2 : 1
  return at
}
