import { RE2JS } from 're2js'
import type { LiteralNeed } from '../../model/literal-need.ts'
import { holdsLiterals } from './holds-literals.ts'
import { needOfRegex } from './literal-need.ts'
import { createSearch, type Search } from './linear-search.ts'
import { programSize } from './measure-regex.ts'
import { parseRegex } from './parse-regex.ts'
import type { RegexMatch } from './regex-match.ts'
import type { ParsedRegex, RegexFault } from './regex-node.ts'

/** Maximum program size in instructions: the worst search takes this many steps per character. Patterns for tokens and keys have 20 to 300. */
const MAX_PROGRAM = 5000

/** Number and maximum length of texts that are first tested for literals only. Most bound values contain none, so that no program is compiled. */
const ASKED_FOR_LITERALS = 50
const SHORT_TEXT = 1000

/**
 * A regex in RE2 syntax with linear matching time. `^` and `$` match at the ends of the text, or of lines with `(?m)`. Unpaired surrogates are single
 * characters.
 */
export interface CompiledRegex {
  readonly kind: 'regex'
  readonly source: string
  /** In the order of opening parentheses, without `$`. */
  readonly groupNames: readonly string[]
  /** The literals that a text must contain for a match. */
  readonly need: LiteralNeed
  test(text: string): boolean
  /** The leftmost match that starts at `from` or later. The text before `from` is considered for `^` and `\b`. */
  find(text: string, from?: number): RegexMatch | undefined
  /**
   * Non-overlapping matches from left to right, found lazily. After an empty match the search continues one code point later. One match takes linear
   * time, but with a regex such as `(?s)a.*z|a` each match may read the rest of the text, so limit their number.
   */
  matchAll(text: string): IterableIterator<RegexMatch>
}

/**
 * Compiled regexes that are in use, by source. Rules of several dialects (JavaScript, TypeScript, TSX) have the same regexes, and a scan of a project
 * compiled each three to four times, with the states of its automaton.
 */
const inUse = new Map<string, WeakRef<CompiledRegex>>()
const released = new FinalizationRegistry((source: string) => {
  if (inUse.get(source)?.deref() === undefined) inUse.delete(source)
})

/** Compiles a regex of a rule. Inline flags are `i`, `m`, `s` and `U`; groups are named as in Python or in JavaScript. */
export function compileRegex(source: string): CompiledRegex | RegexFault {
  const known = inUse.get(source)?.deref()
  if (known !== undefined) return known
  const parsed = parseRegex(source)
  if (parsed.kind === 'fault') return parsed
  const size = programSize(parsed.root)
  if (size > MAX_PROGRAM) return tooLarge(size)
  const regex = wrap(source, parsed)
  inUse.set(source, new WeakRef(regex))
  released.register(regex, source)
  return regex
}

function tooLarge(size: number): RegexFault {
  const message = `The regex makes a program of about ${size} instructions; at most ${MAX_PROGRAM} are allowed`
  return { kind: 'fault', message, offset: 0, hint: 'Lower the counts of its repetitions, above all of those inside each other.' }
}

/**
 * re2js compiles the regex on first use, because most files need none of hundreds (0.5 to 3 ms each). A test verifies that re2js accepts everything
 * that the parser accepts. If not, the rule fails in that file, which is a gap.
 */
function wrap(source: string, read: ParsedRegex): CompiledRegex {
  const { groupNames } = read
  let made: Search | undefined
  let spared = 0
  let known: LiteralNeed | undefined
  // Released on the first search: the trees of all rules take megabytes.
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

/** Parses a regex that was parsed successfully before. */
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
