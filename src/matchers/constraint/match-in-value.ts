import type { CompiledRegex } from '../../engines/regex/compile-regex.ts'
import type { RegexMatch } from '../../engines/regex/regex-match.ts'
import type { Bindings, Bound } from '../../model/bindings.ts'
import { bind, boundText, lookup } from '../../model/bound.ts'
import type { DocumentNode } from '../../model/document.ts'
import type { MatchContext } from '../../model/matcher.ts'

/** Locating 2 to the power of this number of characters costs a step. */
const LOCATING_STEPS = 3

/** A scalar of a document whose text is searched. */
export interface SearchedValue {
  readonly context: MatchContext
  readonly value: DocumentNode
  readonly text: string
  readonly bindings: Bindings
}

/**
 * Whether some match of the regex in the scalar is accepted. Binds named groups. A name that is already bound must have the same text, so that a
 * value can refer to a key: `${{ env.NAME }}` and `env.$NAME`.
 */
export function someMatch(regex: CompiledRegex, searched: SearchedValue, accept: (bindings: Bindings) => boolean): boolean {
  for (let from = 0; from <= searched.text.length; ) {
    const match = regex.find(searched.text, from)
    // A group is located from the start of the value.
    searched.context.spend(1 + ((match?.end ?? 0) >> LOCATING_STEPS))
    if (match === undefined) return false
    const bound = bindInValue(searched, match)
    if (bound !== undefined && accept(bound.bindings)) return true
    from = Math.max(match.end, match.start + 1)
  }
  return false
}

function bindInValue({ context, value, text, bindings }: SearchedValue, { groups }: RegexMatch): { readonly bindings: Bindings } | undefined {
  let found = bindings
  for (const { name, start, end } of groups) {
    const group = text.slice(start, end)
    const known = lookup(found, `$${name}`)
    if (known === undefined) found = bind(found, `$${name}`, locate(context, value, text, start, group))
    else if (boundText(context, known) !== group) return undefined
  }
  return { bindings: found }
}

/** The range of a part of a scalar in the file, or of the whole scalar if it is written with escapes. */
function locate(context: MatchContext, { start, end }: DocumentNode, text: string, at: number, part: string): Bound {
  const written = context.file.text.slice(start, end)
  const opening = QUOTE.test(written) ? 1 : 0
  const from = skipSame(text.slice(0, at), written, opening)
  const to = from < 0 ? -1 : skipSame(part, written, from)
  return to < 0 ? { kind: 'key', text: part, start, end } : { kind: 'text', start: start + skipSpace(written, from), end: start + to }
}

const QUOTE = /^["']/

/**
 * The offset in `written` after the same text, ignoring differences in white space; -1 if they differ. Block scalars are indented, and folded ones
 * wrapped.
 */
function skipSame(text: string, written: string, from: number): number {
  let at = from
  for (const char of text) {
    if (isSpace(char)) continue
    at = skipSpace(written, at)
    if (!written.startsWith(char, at)) return -1
    at += char.length
  }
  return at
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text[at])) at++
  return at
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t'
}
