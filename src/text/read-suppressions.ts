import type { LineIndex, Span } from '../model/position.ts'
import type { Suppression } from '../model/suppression.ts'
import type { CodeLines, LineRange } from './code-lines.ts'
import { placeComments, type PlacedComment } from './place-comments.ts'
import { readForeignMarker, readOwnMarker, type Marker } from './suppression-markers.ts'

/** A text with its comments and lines. */
export interface SuppressionInput {
  readonly text: string
  readonly lines: LineIndex
  /** The comments of the text in order. Called only if the text may contain a suppression. */
  readonly comments: () => readonly Span[]
  /** The lines that belong together, called once if there is a suppression. Without it, each line is separate. */
  readonly code?: () => CodeLines | undefined
}

/**
 * The comments that start with `assay-ignore` or `assay-ignore-file`, in order: `// assay-ignore rule-a, rule-b -- reason`. A comment after code
 * applies to its own line, any other comment to the next line with code. If the code spans lines, it applies to all of them.
 */
export function readSuppressions(input: SuppressionInput): readonly Suppression[] {
  return input.text.includes('assay-ignore') ? readWith(readOwnMarker, input) : []
}

/**
 * The suppression comments of other tools: `nosemgrep`, `# nosec`, `NOSONAR`, `eslint-disable-line`, `eslint-disable-next-line`, `gitleaks:allow`,
 * `pragma: allowlist secret`. They name no rule of Assay, so each suppresses every rule, or all `secret-*` rules if the tool searches only for
 * secrets. Unused ones are not reported, because they were written for another tool.
 */
export function readForeignSuppressions(input: SuppressionInput): readonly Suppression[] {
  const mayHold = /nosem|nosec|NOSONAR|eslint-disable-|gitleaks:allow|allowlist/i.test(input.text)
  return mayHold ? readWith(readForeignMarker, input) : []
}

/** Whether a suppression applies to this rule and line. `*` at the end of a rule id matches any ending. */
export function suppresses(suppression: Suppression, rule: string, line: number): boolean {
  if (line < suppression.firstLine || line > suppression.lastLine) return false
  return suppression.rules.length === 0 || suppression.rules.some((id) => (id.endsWith('*') ? rule.startsWith(id.slice(0, -1)) : rule === id))
}

function readWith(readMarker: (comment: string) => Marker | undefined, input: SuppressionInput): readonly Suppression[] {
  const { text } = input
  const places = placeComments(input)
  let code: CodeLines | undefined
  const once = { ...input, code: () => (code ??= input.code?.()) }
  return places.flatMap((place): readonly Suppression[] => {
    const { start, end } = place
    const marker = readMarker(text.slice(start, end))
    if (marker === undefined) return []
    const { at, rules, reason } = marker
    const because = reason === undefined ? {} : { reason }
    const { line } = input.lines.positionAt(start)
    return [{ scope: at === 'file' ? 'file' : 'line', rules, ...because, line, ...linesCovered(once, place, at) }]
  })
}

function linesCovered(input: SuppressionInput, place: PlacedComment, at: Marker['at']): LineRange {
  if (at === 'file') return { firstLine: 1, lastLine: input.lines.lineCount }
  return place.codeBefore && at !== 'next' ? linesBeside(input, place) : linesBelow(input, place, at)
}

/** A comment after code applies to its own line. On the first or last line of a statement it applies to the whole statement. */
function linesBeside({ lines, code }: SuppressionInput, { start }: PlacedComment): LineRange {
  const own = lines.positionAt(start).line
  const statement = code?.()?.statementLines(own)
  // On a line in the middle it applies to that line only: an object of fifty entries is one statement.
  return statement?.firstLine === own || statement?.lastLine === own ? statement : { firstLine: own, lastLine: own }
}

/** Other comments apply to the next code, or to the line below if they say so: the statement that begins there. */
function linesBelow({ text, lines, code }: SuppressionInput, place: PlacedComment, at: Marker['at']): LineRange {
  const own = lines.positionAt(place.start).line
  const last = lines.positionAt(Math.max(place.start, place.end - 1)).line
  const first = at === 'next' ? last + 1 : own
  const next = at === 'next' ? lines.lineStart(first) : place.nextCode
  if (next >= text.length) return { firstLine: own, lastLine: last }
  const target = lines.positionAt(next).line
  const statement = code?.()?.statementLines(target)
  if (statement === undefined || statement.firstLine >= own) return { firstLine: first, lastLine: statement?.lastLine ?? target }
  // The comment is inside the statement, so it applies to the part that follows.
  return { firstLine: first, lastLine: code?.()?.elementLines(target).lastLine ?? target }
}
