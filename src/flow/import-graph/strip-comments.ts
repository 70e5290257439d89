/**
 * Removes the comments of JavaScript code, in linear time. A block comment that does not end is kept. `beginsLine` decides whether the two slashes at
 * an offset begin a comment.
 */
export function stripComments(text: string, beginsLine: (text: string, at: number) => boolean): string {
  const lastClose = text.lastIndexOf('*/')
  const kept: string[] = []
  let from = 0
  for (let at = text.indexOf('/'); at >= 0; ) {
    const end = endOfComment(text, at, lastClose, beginsLine)
    if (end > at) {
      kept.push(text.slice(from, at))
      from = end
    }
    at = text.indexOf('/', Math.max(end, at + 1))
  }
  return kept.join('') + text.slice(from)
}

/** The end of the comment at an offset; -1 if no comment begins there. */
function endOfComment(text: string, at: number, lastClose: number, beginsLine: (text: string, at: number) => boolean): number {
  const next = text[at + 1]
  if (next === '*') return lastClose < at + 2 ? -1 : text.indexOf('*/', at + 2) + 2
  if (next !== '/' || !beginsLine(text, at)) return -1
  let end = at + 2
  while (end < text.length && !'\n\r\u2028\u2029'.includes(text[end])) end++
  return end
}
