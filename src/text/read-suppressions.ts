import type { LineIndex, Span } from '../model/position.ts'
import type { Suppression } from '../model/suppression.ts'
import type { CodeLines, LineRange } from './code-lines.ts'
import { placeComments, type PlacedComment } from './place-comments.ts'
import { readForeignMarker, readOwnMarker, type Marker } from './suppression-markers.ts'

/** A text, and what is known of it. */
export interface SuppressionInput {
  readonly text: string
  readonly lines: LineIndex
  /** The comments of the text in order; asked for only when the text could hold a suppression. */
  readonly comments: () => readonly Span[]
  /** Which lines belong together, asked for once when there is a suppression; without it, each line stands alone. */
  readonly code?: () => CodeLines | undefined
}

/**
 * The comments that start with `assay-ignore` or `assay-ignore-file`, in order: `// assay-ignore rule-a, rule-b -- reason`. A comment with code before it
 * silences its own line, any other the next line with code on it; both to the end of what stands there when it spans lines.
 */
export function readSuppressions(input: SuppressionInput): readonly Suppression[] {
  return input.text.includes('assay-ignore') ? readWith(readOwnMarker, input) : []
}

/**
 * The suppression comments of other tools: `nosemgrep`, `# nosec`, `NOSONAR`, `eslint-disable-line`, `eslint-disable-next-line`, `gitleaks:allow`,
 * `pragma: allowlist secret`. They name no rule of ours, so each silences every rule, or all `secret-*` rules where the tool looks for secrets alone.
 * When one silences nothing, that is no fault: it was written for another tool.
 */
export function readForeignSuppressions(input: SuppressionInput): readonly Suppression[] {
  const mayHold = /nosem|nosec|NOSONAR|eslint-disable-|gitleaks:allow|allowlist/i.test(input.text)
  return mayHold ? readWith(readForeignMarker, input) : []
}

/** Whether a suppression silences this rule on this line. `*` at the end of a rule id stands for any ending. */
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

/** A comment behind code speaks for its own line, and on the first or the last line of a statement for all of it. */
function linesBeside({ lines, code }: SuppressionInput, { start }: PlacedComment): LineRange {
  const own = lines.positionAt(start).line
  const statement = code?.()?.statementLines(own)
  // On a line in the middle it speaks for that line: an object of fifty entries is one statement.
  return statement?.firstLine === own || statement?.lastLine === own ? statement : { firstLine: own, lastLine: own }
}

/** Any other speaks for the code that comes next, or for the line below where it says so: the statement that begins there. */
function linesBelow({ text, lines, code }: SuppressionInput, place: PlacedComment, at: Marker['at']): LineRange {
  const own = lines.positionAt(place.start).line
  const last = lines.positionAt(Math.max(place.start, place.end - 1)).line
  const first = at === 'next' ? last + 1 : own
  const next = at === 'next' ? lines.lineStart(first) : place.nextCode
  if (next >= text.length) return { firstLine: own, lastLine: last }
  const target = lines.positionAt(next).line
  const statement = code?.()?.statementLines(target)
  if (statement === undefined || statement.firstLine >= own) return { firstLine: first, lastLine: statement?.lastLine ?? target }
  // The comment stands inside the statement, so it speaks for the part that follows.
  return { firstLine: first, lastLine: code?.()?.elementLines(target).lastLine ?? target }
}
