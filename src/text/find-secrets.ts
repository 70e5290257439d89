import type { Finding } from '../model/finding.ts'
import type { LineIndex, Span } from '../model/position.ts'
import { spanOf } from './span-of.ts'

/** The CWE ids of hardcoded credentials, passwords and keys. */
const SECRET_WEAKNESSES: ReadonlySet<string> = new Set(['CWE-798', 'CWE-259', 'CWE-321'])

const QUOTED = /(["'`])((?:\\[\s\S]|(?!\1)[^\\])*)(?:\1|$)/g

/**
 * The ranges of a file that must not be shown, sorted and without overlap: all findings of the category `secrets`, and string literals in other
 * findings about hardcoded secrets. All findings of the file are needed, because a line may have several.
 */
export function findSecrets(text: string, lines: LineIndex, findings: readonly Finding[]): readonly Span[] {
  const spans = findings.flatMap((finding) => {
    const span = spanOf(lines, text, finding)
    if (finding.category === 'secrets') return [span]
    return finding.cwe.some((weakness) => SECRET_WEAKNESSES.has(weakness)) ? findQuoted(text, span) : []
  })
  return mergeSpans(spans.filter(({ start, end }) => end > start))
}

function findQuoted(text: string, { start, end }: Span): readonly Span[] {
  const quoted = Array.from(text.slice(start, end).matchAll(QUOTED), (found) => {
    const from = start + found.index + 1
    return { start: from, end: from + found[2].length }
  })
  if (quoted.length > 0) return quoted
  // A call with only names as arguments contains no secret. Otherwise the finding covers the value itself, without quotes.
  return CALL.test(text.slice(start, end)) ? [] : [{ start, end }]
}

const CALL = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\([^]*\)$/

function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((left, right) => left.start - right.start)) {
    const last = merged.at(-1)
    if (last !== undefined && span.start < last.end) merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else merged.push(span)
  }
  return merged
}
