import type { CommentSyntax, LexicalSyntax } from '../model/language.ts'

/** The comment and string syntax of the text. */
export interface TokenSyntax extends LexicalSyntax {
  readonly comments: CommentSyntax
}

const BACKSLASH = 0x5c
const OPERAND_END = /[\w$)\]}"'`]/
const OPERATOR_WORDS = /\b(?:return|typeof|case|in|of|delete|void|throw|new|do|else|yield|await)$/
const LONGEST_OPERATOR_WORD = 12

/**
 * The offset at which brackets nest deeper than `limit`, or undefined. One pass over nearly every text: brackets in comments and strings are only
 * excluded if all brackets together exceed the limit. Ordinary code is never reported. Code with syntax errors may be overlooked; then the limits of
 * the parser apply.
 */
export function findDeepNesting(text: string, limit: number, syntax: TokenSyntax): number | undefined {
  return nestsDeeper(text, limit) ? scanTokens(text, limit, syntax) : undefined
}

function nestsDeeper(text: string, limit: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const change = changeOf(text.charCodeAt(at))
    depth = Math.max(0, depth + change)
    if (depth > limit) return true
  }
  return false
}

/** 1 for an opening bracket, -1 for a closing one. */
function changeOf(code: number): -1 | 0 | 1 {
  if (code === 0x28 || code === 0x5b || code === 0x7b) return 1
  return code === 0x29 || code === 0x5d || code === 0x7d ? -1 : 0
}

function scanTokens(text: string, limit: number, syntax: TokenSyntax): number | undefined {
  const { template } = syntax
  // Depths at which a `}` ends a template substitution.
  const templates: number[] = []
  let depth = 0
  for (let at = 0; at < text.length; ) {
    const skipped = skipToken(text, at, syntax)
    if (skipped > at) {
      at = skipped
      continue
    }
    const change = changeOf(text.charCodeAt(at))
    const opensTemplate = template !== undefined && text[at] === template
    const closesTemplate = change < 0 && text[at] === '}' && templates.at(-1) === depth
    depth = Math.max(0, depth + change)
    if (depth > limit) return at
    at++
    if (closesTemplate) templates.pop()
    if (!opensTemplate && !closesTemplate) continue
    at = skipTemplate(text, at, template ?? '')
    if (text[at] !== '{' || text[at - 1] !== '$') continue
    depth++
    templates.push(depth)
    if (depth > limit) return at
    at++
  }
  return undefined
}

/** The offset after a comment, string or regular expression that begins here, otherwise `at`. */
function skipToken(text: string, at: number, syntax: TokenSyntax): number {
  const { comments, quotes, multiline, hasRegex } = syntax
  for (const open of comments.line) if (text.startsWith(open, at)) return after(text, '\n', at)
  for (const [open, close] of comments.block) if (text.startsWith(open, at)) return after(text, close, at + open.length)
  for (const quote of quotes) if (text.startsWith(quote, at)) return skipText(text, at, quote, multiline.includes(quote))
  return hasRegex && text[at] === '/' && startsRegex(text, at) ? skipRegex(text, at) : at
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found + mark.length
}

function skipText(text: string, start: number, quote: string, isMultiline: boolean): number {
  for (let at = start + quote.length; at < text.length; at++) {
    if (text.charCodeAt(at) === BACKSLASH) at++
    else if (text.startsWith(quote, at)) return at + quote.length
    else if (!isMultiline && text[at] === '\n') return at
  }
  return text.length
}

/** After the closing quote, or at the `{` of `${`. */
function skipTemplate(text: string, start: number, quote: string): number {
  for (let at = start; at < text.length; at++) {
    if (text.charCodeAt(at) === BACKSLASH) at++
    else if (text[at] === quote) return at + 1
    else if (text[at] === '$' && text[at + 1] === '{') return at + 1
  }
  return text.length
}

function startsRegex(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_OPERATOR_WORD), at).trimEnd()
  return before === '' || !OPERAND_END.test(before.at(-1) ?? '') || OPERATOR_WORDS.test(before)
}

/** `at` if the line ends before the expression does: then it is a division, or JSX. */
function skipRegex(text: string, start: number): number {
  let isInClass = false
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text.charCodeAt(at) === BACKSLASH) at++
    else if (text[at] === '[') isInClass = true
    else if (text[at] === ']') isInClass = false
    else if (text[at] === '/' && !isInClass) return at + 1
  }
  return start
}
