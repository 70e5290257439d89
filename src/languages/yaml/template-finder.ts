import type { Span } from '../../model/position.ts'

/** Answers where the template tags of a text are. */
export interface TemplateFinder {
  touches(start: number, end: number): boolean
  /** The first tag within these places that may put out entries or a value. */
  outputWithin(start: number, end: number): Span | undefined
  /** The same, or the first thing after them. */
  outputNextTo(start: number, end: number): Span | undefined
}

/** `spans` are in order. */
export function createTemplateFinder(text: string, spans: readonly Span[]): TemplateFinder {
  const outputs = spans.filter((span) => !CONTROL.test(text.slice(span.start, span.start + 60)))
  return {
    touches: (start, end) => firstTouching(spans, start, end) !== undefined,
    outputWithin: (start, end) => firstTouching(outputs, start, end),
    outputNextTo: (start, end) => (outputs.length > 0 ? firstTouching(outputs, start, nextContent(text, end) + 1) : undefined),
  }
}

const CONTROL = /^\{(?:[%#]|\{-?\s*(?:\/\*|(?:if|else|end|range|with|define|break|continue)\b|\$\w*\s*:?=))/

function firstTouching(spans: readonly Span[], start: number, end: number): Span | undefined {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle].end > start) high = middle
    else low = middle + 1
  }
  return low < spans.length && spans[low].start < end ? spans[low] : undefined
}

function nextContent(text: string, offset: number): number {
  let at = offset
  while (at < text.length && (text[at] === ' ' || text[at] === '\t' || text[at] === '\n' || text[at] === '\r')) at += 1
  return at
}
