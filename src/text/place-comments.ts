import type { LineIndex, Span } from '../model/position.ts'

/** A comment and its surroundings. */
export interface PlacedComment extends Span {
  /** Code precedes it on the line where it begins. */
  readonly codeBefore: boolean
  /** Offset of the next character that is neither white space nor comment, or the length of the text. */
  readonly nextCode: number
}

interface CommentedText {
  readonly text: string
  readonly lines: LineIndex
  readonly comments: () => readonly Span[]
}

/** Finds the surroundings of all comments in two passes. Separate searches for thousands of adjacent comments would be quadratic. */
export function placeComments({ text, lines, comments }: CommentedText): readonly PlacedComment[] {
  const spans = comments()
  const wide = spans.map((span) => withBraces(text, span))
  const codeBefore: boolean[] = []
  for (const [index, { start }] of wide.entries()) {
    const lineStart = lines.lineStart(lines.positionAt(spans[index].start).line)
    const neighbour = index > 0 && wide[index - 1].end > lineStart ? wide[index - 1].end : -1
    const from = skipBack(text, start, Math.max(lineStart, neighbour))
    codeBefore.push(from === neighbour ? codeBefore[index - 1] && wide[index - 1].start >= lineStart : from > lineStart)
  }
  const placed: PlacedComment[] = []
  let following = text.length
  for (let index = spans.length - 1; index >= 0; index--) {
    const neighbour = index + 1 < wide.length ? wide[index + 1].start : text.length
    const next = skipForward(text, wide[index].end, neighbour)
    following = next < neighbour ? next : following
    placed.push({ start: spans[index].start, end: spans[index].end, codeBefore: codeBefore[index], nextCode: following })
  }
  return placed.toReversed()
}

/** The comment, with the braces around it in JSX. */
function withBraces(text: string, comment: Span): Span {
  if (!text.startsWith('/*', comment.start)) return comment
  const start = skipBack(text, comment.start, Math.max(0, comment.start - WIDEST_BRACE_GAP))
  const end = skipForward(text, comment.end, Math.min(text.length, comment.end + WIDEST_BRACE_GAP))
  return text[start - 1] === '{' && text[end] === '}' ? { start: start - 1, end: end + 1 } : comment
}

/** Maximum white space between brace and comment in JSX. Without a limit, white space would be searched again for each comment. */
const WIDEST_BRACE_GAP = 40

function skipBack(text: string, from: number, limit: number): number {
  let at = from
  while (at > limit && isBlank(text.charCodeAt(at - 1))) at--
  return at
}

function skipForward(text: string, from: number, limit: number): number {
  let at = from
  while (at < limit && isBlank(text.charCodeAt(at))) at++
  return at
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x2028 || code === 0x2029
}
