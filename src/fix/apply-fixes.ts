import type { Finding, TextEdit } from '../model/finding.ts'
import type { Span } from '../model/position.ts'
import type { PlacedText } from '../text/span-of.ts'

/** A finding whose fix was applied, and its position in the new text. */
export interface AppliedFix {
  readonly finding: Finding
  /** UTF-16 offsets in the new text. They cover the finding and its edits. */
  readonly place: Span
}

/** The text after the fixes. */
export interface FixedText {
  readonly text: string
  readonly applied: readonly AppliedFix[]
  /** Findings whose edits overlap with an applied fix. */
  readonly waiting: readonly Finding[]
}

/** Applies the fixes of the findings in one file in order of position. Skips findings without a fix, and fixes that overlap with an earlier one. */
export function applyFixes({ text, spanOf }: PlacedText, findings: readonly Finding[]): FixedText {
  const lineEnd = /\r\n/.test(text) ? '\r\n' : '\n'
  const fixes = findings.flatMap((finding) => {
    const edits = (finding.autofix ?? []).map((edit) => ({ ...spanOf(edit), text: fit(edit, text, spanOf(edit), lineEnd) }))
    return edits.length === 0 || edits.some((edit, at) => edits.some((other, index) => index !== at && touch(edit, other)))
      ? []
      : [{ finding, edits, covers: coverAll([spanOf(finding), ...edits]) }]
  })
  const taken: typeof fixes = []
  const waiting: Finding[] = []
  for (const fix of fixes.toSorted((left, right) => left.covers.start - right.covers.start || left.covers.end - right.covers.end)) {
    const isFree = taken.every(({ edits }) => edits.every((edit) => fix.edits.every((other) => !touch(edit, other))))
    if (isFree) taken.push(fix)
    else waiting.push(fix.finding)
  }
  const edits = taken.flatMap((fix) => fix.edits).toSorted((left, right) => left.start - right.start)
  return {
    text: replaceAll(text, edits),
    applied: taken.map(({ finding, covers }) => ({ finding, place: moveSpan(covers, edits) })),
    waiting,
  }
}

interface Replacement extends Span {
  readonly text: string
}

/** Whether two spans overlap or start at the same offset. */
function touch(left: Span, right: Span): boolean {
  return left.start === right.start || (left.start < right.end && right.start < left.end)
}

function coverAll(spans: readonly Span[]): Span {
  return { start: Math.min(...spans.map(({ start }) => start)), end: Math.max(...spans.map(({ end }) => end)) }
}

/** Adapts the inserted text to the line endings and the indentation of the file. */
function fit(edit: TextEdit, text: string, { start, end }: Span, lineEnd: string): string {
  const lines = edit.text.split(/\r?\n/)
  if (lines.length === 1) return edit.text
  const known = new Set(text.slice(start, end).split(/\r?\n/).slice(1))
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1
  const indent = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0] ?? ''
  return lines.map((line, index) => (index === 0 || line === '' || known.has(line) ? line : `${indent}${line}`)).join(lineEnd)
}

function replaceAll(text: string, edits: readonly Replacement[]): string {
  const parts: string[] = []
  let at = 0
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return parts.join('') + text.slice(at)
}

/** The position of a span after the edits, including text that edits insert within it or at its ends. */
function moveSpan({ start, end }: Span, edits: readonly Replacement[]): Span {
  const grow = (holds: (edit: Replacement) => boolean): number =>
    edits.reduce((sum, edit) => (holds(edit) ? sum + edit.text.length - (edit.end - edit.start) : sum), 0)
  return { start: start + grow((edit) => edit.start < start), end: end + grow((edit) => edit.start < end || edit.end <= end) }
}
