import type { Mask } from '../../../src/index.ts'
import type { CodePiece } from './highlight-lines.ts'

/** A part of one line as it is shown. */
export interface ShownPiece extends CodePiece {
  readonly marked: boolean
}

/** Columns from 0, `to` is exclusive. */
interface Columns {
  readonly from: number
  readonly to: number
}

/** Longer lines are usually generated. */
const MAX_COLUMNS = 300

/** Cuts the tokens of a line where the mark begins and ends, and replaces masked stretches by their redacted text. */
export function cutPieces(pieces: readonly CodePiece[], mark: Columns, masks: readonly Mask[]): readonly ShownPiece[] {
  const shown: ShownPiece[] = []
  let column = 0
  for (const { text, kind } of pieces) {
    const end = column + text.length
    const edges = [mark.from, mark.to, ...masks.flatMap((mask) => [mask.column - 1, mask.endColumn - 1])]
    const cuts = [...new Set([column, ...edges.filter((edge) => edge > column && edge < end), end])].toSorted((left, right) => left - right)
    for (const [index, from] of cuts.slice(0, -1).entries()) {
      if (from > MAX_COLUMNS) return [...shown, { text: '…', kind: '', marked: false }]
      const marked = from >= mark.from && from < mark.to
      const mask = masks.find((each) => from >= each.column - 1 && from < each.endColumn - 1)
      const replaced = mask && (from === mask.column - 1 ? mask.text : '')
      const part = replaced ?? text.slice(from - column, (cuts[index + 1] ?? end) - column)
      if (part !== '') shown.push({ text: part, kind, marked })
    }
    column = end
  }
  return shown
}
