import { type Extension, type Range, RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'

/** A range of the code. Lines and columns count from 1, and the end is exclusive. */
export interface MarkedPlace {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** A range with the CSS classes of its mark, and the number of a badge before it. */
export interface CodeMark extends MarkedPlace {
  readonly kind: string
  readonly badge?: number
}

const setMarks = StateEffect.define<readonly CodeMark[]>()

const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects, state }) => {
    const set = effects.find((effect) => effect.is(setMarks))
    return set ? toDecorations(state.doc, set.value) : marks.map(changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Marks ranges of the code: matches, steps of a trace, a node. */
export const codeMarks: Extension = markField

export function showMarks(view: EditorView, marks: readonly CodeMark[]): void {
  view.dispatch({ effects: setMarks.of(marks) })
}

/** Selects a range and scrolls to it. */
export function goTo(view: EditorView, place: MarkedPlace): void {
  const { from, to } = offsetsOf(view.state.doc, place)
  view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
}

/** The offsets of a place. The engine may have answered for an older text: then they stay within the text. */
function offsetsOf(doc: Text, place: MarkedPlace): { readonly from: number; readonly to: number } {
  const from = offsetOf(doc, place.line, place.column)
  return { from, to: Math.max(from, offsetOf(doc, place.endLine, place.endColumn)) }
}

function offsetOf(doc: Text, line: number, column: number): number {
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines))
  return Math.min(found.from + column - 1, found.to)
}

function toDecorations(doc: Text, marks: readonly CodeMark[]): DecorationSet {
  const ranges: Range<Decoration>[] = []
  for (const mark of marks) {
    const { from, to } = offsetsOf(doc, mark)
    if (mark.badge !== undefined) ranges.push(Decoration.widget({ widget: new Badge(mark.badge), side: -1 }).range(from))
    if (from < to) ranges.push(Decoration.mark({ class: mark.kind }).range(from, to))
  }
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to, value } of ranges.toSorted((left, right) => left.from - right.from || left.value.startSide - right.value.startSide))
    builder.add(from, to, value)
  return builder.finish()
}

/** The number of a step. The list of steps says the same in words. */
class Badge extends WidgetType {
  readonly number: number

  constructor(number: number) {
    super()
    this.number = number
  }

  override eq(other: Badge): boolean {
    return other.number === this.number
  }

  override toDOM(): HTMLElement {
    const badge = document.createElement('span')
    badge.className = 'badge'
    badge.textContent = String(this.number)
    badge.ariaHidden = 'true'
    return badge
  }
}
