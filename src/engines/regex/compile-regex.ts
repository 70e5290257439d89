import { RE2JS } from 're2js'
import type { LiteralNeed } from '../../model/literal-need.ts'
import { holdsLiterals } from './holds-literals.ts'
import { needOfRegex } from './literal-need.ts'
import { createSearch, type Search } from './linear-search.ts'
import { programSize } from './measure-regex.ts'
import { parseRegex } from './parse-regex.ts'
import type { RegexMatch } from './regex-match.ts'
import type { ParsedRegex, RegexFault } from './regex-node.ts'

/**
 * The largest program, in instructions: the worst search costs this many steps for each character of the text. The patterns for tokens and keys
 * have 20 to 300.
 */
const MAX_PROGRAM = 5000

/** Texts that are first asked for literals alone, and how long they may be. Most of what a metavariable stands for has none, and then no program is made. */
const ASKED_FOR_LITERALS = 50
const SHORT_TEXT = 1000

/**
 * A regex in RE2 syntax, matched in time linear in the text. `^` and `$` are the ends of the text, or of lines with `(?m)`. Unpaired surrogates in the text are
 * characters of their own.
 */
export interface CompiledRegex {
  readonly kind: 'regex'
  readonly source: string
  /** In the order they open, without `$`. */
  readonly groupNames: readonly string[]
  /** What a text must hold for `test` to be true. */
  readonly need: LiteralNeed
  test(text: string): boolean
  /** The leftmost match that starts at `from` or later; what lies before `from` still counts for `^` and `\b`. */
  find(text: string, from?: number): RegexMatch | undefined
  /**
   * Matches that do not overlap, from left to right, found one by one as they are asked for. After an empty match the search goes on one code point later.
   * One match takes linear time, but with a regex such as `(?s)a.*z|a` each may take a pass over the rest of the text: bound their number.
   */
  matchAll(text: string): IterableIterator<RegexMatch>
}

/** Compiles a regex of a rule. Inline flags are `i`, `m`, `s` and `U`; groups are named as in Python or in JavaScript. */
export function compileRegex(source: string): CompiledRegex | RegexFault {
  const parsed = parseRegex(source)
  if (parsed.kind === 'fault') return parsed
  const size = programSize(parsed.root)
  return size > MAX_PROGRAM ? tooLarge(size) : wrap(source, parsed)
}

function tooLarge(size: number): RegexFault {
  const message = `The regex makes a program of about ${size} instructions; at most ${MAX_PROGRAM} are allowed`
  return { kind: 'fault', message, offset: 0, hint: 'Lower the counts of its repetitions, above all of those inside each other.' }
}

/**
 * re2js compiles the regex when it is first searched with, since most files need none of hundreds (0.5 to 3 ms each). Nothing is known that the parser takes
 * and re2js refuses: a test compares them. If something is, that rule fails in that file, which is a gap.
 */
function wrap(source: string, read: ParsedRegex): CompiledRegex {
  const { groupNames } = read
  let made: Search | undefined
  let spared = 0
  let known: LiteralNeed | undefined
  // Let go when there is a search: the trees of all rules together take megabytes.
  let parsed: ParsedRegex | undefined = read
  const search = (): Search => {
    if (made === undefined) {
      made = createSearch(RE2JS.compile(source), parsed ?? readAgain(source))
      parsed = undefined
    }
    return made
  }
  const need = (): LiteralNeed => (known ??= needOfRegex((parsed ?? readAgain(source)).root))
  const isSpared = (text: string): boolean =>
    made === undefined && text.length <= SHORT_TEXT && spared++ < ASKED_FOR_LITERALS && !holdsLiterals(need(), text)
  return {
    kind: 'regex',
    source,
    groupNames,
    get need(): LiteralNeed {
      return need()
    },
    test: (text) => !isSpared(text) && search().test(text),
    find: (text, from = 0) => search().find(text, from),
    *matchAll(text) {
      for (let from = 0; from <= text.length; ) {
        const match = search().find(text, from)
        if (match === undefined) return
        yield match
        from = match.end > match.start ? match.end : match.end + widthAt(text, match.end)
      }
    },
  }
}

/** A regex that was read without a fault before. */
function readAgain(source: string): ParsedRegex {
  const parsed = parseRegex(source)
  if (parsed.kind === 'fault') throw new Error(parsed.message)
  return parsed
}

/** UTF-16 units of the code point at the offset. */
function widthAt(text: string, offset: number): number {
  const code = text.codePointAt(offset)
  return code !== undefined && code > 0xffff ? 2 : 1
}
