import type { CommentSyntax } from '../model/language.ts'
import type { Span } from '../model/position.ts'

/**
 * Comments of an unparsed text, in order. Skips quoted strings that end on their line. A line comment must follow white space or a bracket, so that
 * `a#b` and `https://` do not match. An unclosed block comment ends with the text.
 */
export function findCommentsInText(text: string, syntax: CommentSyntax): readonly Span[] {
  const token = tokenPattern(syntax)
  if (token === undefined) return []
  const closers = new Map(syntax.block)
  const comments: Span[] = []
  /** For each quote character, the end of the line on which it is known to be unclosed. Keeps lines full of quotes linear. */
  const unclosed = new Map<string, number>()
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [opener] = found
    const start = found.index
    if (QUOTES.includes(opener)) {
      token.lastIndex = skipString(text, start, opener, unclosed)
      continue
    }
    const closer = closers.get(opener)
    if (closer === undefined && !mayBeginLineComment(text, start, opener)) continue
    const end = closer === undefined ? endOfLine(text, start) : endOfBlock(text, start + opener.length, closer)
    comments.push({ start, end })
    token.lastIndex = end
  }
  return comments
}

const QUOTES = '"\'`'

function tokenPattern(syntax: CommentSyntax): RegExp | undefined {
  const openers = [...syntax.block.map(([open]) => open), ...syntax.line]
  if (openers.length === 0) return undefined
  // Longest first: `--[[` before `--`.
  const alternatives = openers.toSorted((left, right) => right.length - left.length).map((opener) => opener.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'))
  return new RegExp(`${alternatives.join('|')}|[${QUOTES}]`, 'g')
}

/** The offset after the string that the quote opens, or after the quote if it is unclosed. */
function skipString(text: string, start: number, quote: string, unclosed: Map<string, number>): number {
  const apostrophe = start > 0 && /[\p{L}\p{N}]/u.test(text[start - 1])
  if (apostrophe || start < (unclosed.get(quote) ?? 0)) return start + 1
  let at = start + 1
  for (; at < text.length && text[at] !== '\n' && text[at] !== '\r'; at++) {
    if (text[at] === quote) return at + 1
    if (text[at] === '\\') at++
  }
  unclosed.set(quote, at)
  return start + 1
}

function mayBeginLineComment(text: string, start: number, opener: string): boolean {
  if (start === 0) return true
  const before = text[start - 1]
  return opener === '//' ? before !== ':' && before !== '\\' : /[\s;,(){}[\]]/.test(before)
}

function endOfLine(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

function endOfBlock(text: string, from: number, closer: string): number {
  const at = text.indexOf(closer, from)
  return at < 0 ? text.length : at + closer.length
}
