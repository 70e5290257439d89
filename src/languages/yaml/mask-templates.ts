import type { Span } from '../../model/position.ts'

/** A text of the same length with its template tags replaced, and where these are, in order: never empty. */
export interface MaskedTemplates {
  readonly masked: string
  readonly spans: readonly Span[]
}

/**
 * Replaces `{{ … }}`, `{% … %}` and `{# … #}` so that what is left is likely to be YAML: a line of tags alone becomes blank, a tag within a line a
 * run of `x`. Undefined when there is none.
 */
export function maskTemplates(text: string): MaskedTemplates | undefined {
  const spans = findTags(text)
  if (spans.length === 0) return undefined
  const parts: string[] = []
  let done = 0
  for (const run of groupRuns(text, spans)) {
    const filler = startsLine(text, run[0].start) && endsLine(text, run[run.length - 1].end) ? ' ' : 'x'
    for (const span of run) {
      parts.push(text.slice(done, span.start), blank(text.slice(span.start, span.end), filler))
      done = span.end
    }
  }
  parts.push(text.slice(done))
  return { masked: parts.join(''), spans }
}

function findTags(text: string): Span[] {
  const spans: Span[] = []
  const opening = /\{[{%#]/g
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const close = match[0] === '{{' ? '}}' : `${match[0][1]}}`
    const at = text.indexOf(close, match.index + 2)
    // Without an end here there is none later either: the search must not start again from each opening.
    if (at === -1) break
    // `${{ }}` of GitHub's workflows begins a plain scalar.
    if (text[match.index - 1] !== '$') spans.push({ start: match.index, end: at + 2 })
    opening.lastIndex = at + 2
  }
  return spans
}

/** Tags with nothing but blanks between them, so that each stretch of a long line is looked at once. */
function groupRuns(text: string, spans: readonly Span[]): Span[][] {
  const runs: Span[][] = []
  let end = -1
  for (const span of spans) {
    if (end !== -1 && skipBlanks(text, end) >= span.start) runs[runs.length - 1].push(span)
    else runs.push([span])
    end = span.end
  }
  return runs
}

function skipBlanks(text: string, offset: number): number {
  let at = offset
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}

function startsLine(text: string, offset: number): boolean {
  let at = offset
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at -= 1
  return at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r'
}

function endsLine(text: string, offset: number): boolean {
  const char = text[skipBlanks(text, offset)]
  return char === undefined || char === '\n' || char === '\r' || char === '#'
}

function blank(tag: string, filler: string): string {
  // A tag over several lines must not put text at the start of a line: that would be a scalar of its own.
  return tag.includes('\n') || tag.includes('\r') ? tag.replace(/[^\r\n]/g, ' ') : filler.repeat(tag.length)
}
