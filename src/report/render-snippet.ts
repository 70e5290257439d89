import type { LineIndex, Span } from '../model/position.ts'
import { redactSecret } from '../text/redact-secret.ts'
import { splitCells, type Cell } from './visible-text.ts'

/** A range of a text to show. */
export interface Snippet {
  readonly text: string
  readonly lines: LineIndex
  /** The offsets that carets mark. */
  readonly marked: Span
  /** Ranges that must not be shown, sorted and without overlap. */
  readonly secrets: readonly Span[]
  /** Maximum width of a row of code in cells, without line numbers. */
  readonly width: number
}

/** One row of a snippet. Rows of carets and omissions have no number. */
export interface SnippetRow {
  readonly kind: 'code' | 'carets' | 'omission'
  readonly line?: number
  readonly text: string
}

const SHOWN_LINES = 3
const TAB_WIDTH = 4

/**
 * The marked lines of a text with carets: at most three lines, each cut around the mark to the width. Tabs become spaces, wide characters get as many
 * carets as cells, secrets and control characters never appear.
 */
export function renderSnippet(snippet: Snippet): readonly SnippetRow[] {
  const { lines, marked } = snippet
  const first = lines.positionAt(marked.start).line
  const last = lines.positionAt(Math.max(marked.start, marked.end - 1)).line
  const shown = last - first < SHOWN_LINES ? last : first + SHOWN_LINES - 2
  const rows: SnippetRow[] = []
  for (let line = first; line <= shown; line++) {
    const cells = cutToWidth(layOutLine(snippet, line), snippet.width)
    rows.push({
      kind: 'code',
      line,
      text: cells
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    })
    const carets = cells.map(({ width, marked: under }) => (under ? '^' : ' ').repeat(width)).join('')
    rows.push({ kind: 'carets', text: carets.trimEnd() })
  }
  if (shown < last) rows.push({ kind: 'omission', text: `… ${last - shown} more lines` })
  return rows
}

interface MarkedCell extends Cell {
  readonly marked: boolean
}

/** A line as cells from left to right. Only the range around the mark is computed, because a line may be the whole file. */
function layOutLine(snippet: Snippet, line: number): readonly MarkedCell[] {
  const { text, marked, width } = snippet
  const whole = lineSpan(snippet, line)
  const indent = whole.start + (/^\s*/.exec(text.slice(whole.start, Math.min(whole.end, whole.start + 1000)))?.[0].length ?? 0)
  const from = clamp(Math.max(marked.start, indent), whole.start, whole.end)
  // An empty range still gets a caret.
  const to = Math.max(Math.min(marked.end, whole.end), from + 1)
  const view = { start: Math.max(whole.start, from - 2 * width), end: Math.min(whole.end, from + 4 * width) }
  const cells: MarkedCell[] = []
  let column = 0
  const push = (shown: string, under: boolean) => {
    for (const cell of splitCells(shown)) {
      const tab = TAB_WIDTH - (column % TAB_WIDTH)
      const { text: seen, width: wide } = cell.text === '\t' ? { text: ' '.repeat(tab), width: tab } : cell
      cells.push({ text: seen, width: wide, marked: under })
      column += wide
    }
  }
  if (view.start > whole.start) push('…', false)
  for (const piece of splitPieces(snippet, view, { start: from, end: to })) push(piece.shown, piece.marked)
  if (view.end < whole.end) push('…', false)
  if (from === whole.end) push(' ', true)
  return cells
}

const CUT: MarkedCell = { text: '…', width: 1, marked: false }

/** Keeps the mark's beginning in view, with a third of the width before it. */
function cutToWidth(cells: readonly MarkedCell[], width: number): readonly MarkedCell[] {
  if (sumOf(cells) <= width) return cells
  const mark = Math.max(
    0,
    cells.findIndex(({ marked }) => marked),
  )
  let first = mark
  for (let before = Math.floor(width / 3); first > 0 && before >= cells[first - 1].width; first--) before -= cells[first - 1].width
  const kept = first > 0 ? [CUT] : []
  let room = width - kept.length
  for (const [index, cell] of cells.slice(first).entries()) {
    const rest = first + index + 1 < cells.length ? 1 : 0
    if (cell.width + rest > room) return [...kept, { ...CUT, marked: cell.marked }]
    kept.push(cell)
    room -= cell.width
  }
  return kept
}

function sumOf(cells: readonly MarkedCell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0)
}

function lineSpan({ text, lines }: Snippet, line: number): Span {
  const start = lines.lineStart(line)
  let end = lines.lineStart(line + 1)
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
  return { start, end }
}

/** Splits a range of a line at secrets and at the mark, and replaces each secret. */
function splitPieces({ text, secrets }: Snippet, view: Span, mark: Span): readonly { readonly shown: string; readonly marked: boolean }[] {
  const pieces: { shown: string; marked: boolean }[] = []
  let at = view.start
  const pushPlain = (until: number) => {
    const cuts = [at, clamp(mark.start, at, until), clamp(mark.end, at, until), until]
    for (const [index, marked] of [false, true, false].entries()) {
      if (cuts[index + 1] > cuts[index]) pieces.push({ shown: text.slice(cuts[index], cuts[index + 1]), marked })
    }
    at = until
  }
  for (const secret of secrets) {
    if (secret.end <= view.start || secret.start >= view.end) continue
    if (secret.start > at) pushPlain(secret.start)
    // The replacement of a secret appears only on its first line.
    const shown = secret.start < view.start ? '…' : redactSecret(text.slice(secret.start, secret.end)).replaceAll(/[\r\n]/g, '')
    pieces.push({ shown, marked: secret.start < mark.end && secret.end > mark.start })
    at = Math.min(secret.end, view.end)
  }
  if (at < view.end) pushPlain(view.end)
  return pieces
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
