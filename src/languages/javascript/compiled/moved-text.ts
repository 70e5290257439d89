import type { FlatTree } from '../../../model/tree.ts'
import type { Disambiguated } from '../../../model/language.ts'

/** A part of a text that is written elsewhere: a range of the original, or glue, whose characters are at one place of the original. */
export type Piece = { readonly start: number; readonly end: number; readonly as?: string } | { readonly glue: string; readonly at: number }

/** Replaces a range of the original by pieces. An empty range inserts them. */
export interface Move {
  readonly start: number
  readonly end: number
  readonly pieces: readonly Piece[]
}

/**
 * The text after the moves, which must not overlap. Moves at the same place keep their order. `repair` gives all nodes their places in the original: a node with moved parts
 * spans only what was there before.
 */
export function moveText(text: string, moves: readonly Move[]): Disambiguated {
  const parts: string[] = []
  const places: number[] = []
  /** For each character, whether it is where it was. */
  const stays: boolean[] = []
  const append = (part: string, placeAt: (index: number) => number, isMoved: boolean): void => {
    parts.push(part)
    for (let index = 0; index < part.length; index++) {
      places.push(placeAt(index))
      stays.push(!isMoved)
    }
  }
  let at = 0
  for (const { start, end, pieces } of moves.toSorted((left, right) => left.start - right.start)) {
    append(text.slice(at, start), (index) => at + index, false)
    for (const piece of pieces) {
      if ('glue' in piece) append(piece.glue, () => piece.at, true)
      else append(piece.as ?? text.slice(piece.start, piece.end), (index) => Math.min(piece.start + index, piece.end - 1), true)
    }
    at = end
  }
  append(text.slice(at), (index) => at + index, false)
  return { text: parts.join(''), repair: (tree) => placeNodes(tree, places, stays, text.length) }
}

function placeNodes({ count, start, end }: FlatTree, places: readonly number[], stays: readonly boolean[], length: number): void {
  /** By offset: the next character that stays, and the last one before. */
  const next = new Int32Array(places.length + 1).fill(places.length)
  const last = new Int32Array(places.length + 1).fill(-1)
  for (let at = places.length - 1; at >= 0; at--) next[at] = stays[at] ? at : next[at + 1]
  for (let at = 0; at < places.length; at++) last[at + 1] = stays[at] ? at : last[at]
  for (let node = 0; node < count; node++) {
    const from = start[node]
    const to = end[node]
    const first = next[from]
    const final = last[to]
    const isMoved = first > final || first >= to || final < from
    start[node] = from >= places.length ? length : places[isMoved ? from : first]
    end[node] = to <= from ? start[node] : Math.max(start[node], places[isMoved ? to - 1 : final] + 1)
  }
}
