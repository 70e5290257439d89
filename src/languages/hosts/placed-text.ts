import type { HostedCode } from '../../model/language.ts'
import type { LineIndex, Position, Span } from '../../model/position.ts'
import { buildLineIndex } from '../../text/build-line-index.ts'
import type { CellReader } from './python-cell.ts'

/** A text made of strings of a JSON file, which knows where each of its characters is from. */
export interface PlacedText {
  /** Appends what a JSON string says; strings come in the order of the file. `insertionOf` says what is put into each line that begins in it. */
  writeString(literal: Span, insertionOf: CellReader): void
  /** Ends the line that is open. */
  endLine(): void
  finish(): HostedCode
}

/** `source` is the JSON file. */
export function createPlacedText(source: string): PlacedText {
  const parts: string[] = []
  /** Offsets in `source`, one for each character. */
  const places: number[] = []
  let isOpen = false

  const append = (part: string, place: number): void => {
    parts.push(part)
    for (let unit = 0; unit < part.length; unit++) places.push(place)
    isOpen = part !== '\n'
  }

  function writeString({ start, end }: Span, insertionOf: CellReader): void {
    const said = readString(source, start + 1, end - 1)
    let insertAt = -1
    let insertion = ''
    for (let at = 0; at < said.text.length; at++) {
      if (!isOpen) {
        const lineEnd = said.text.indexOf('\n', at)
        const wanted = insertionOf(said.text.slice(at, lineEnd < 0 ? undefined : lineEnd))
        insertAt = wanted === undefined ? -1 : at + wanted.at
        insertion = wanted?.text ?? ''
      }
      if (at === insertAt) append(insertion, said.places[at])
      append(said.text[at], said.places[at])
    }
  }

  return {
    writeString,
    endLine: () => {
      if (isOpen) append('\n', places.at(-1) ?? 0)
    },
    finish: () => ({ text: parts.join(''), lines: placeLines(buildLineIndex(source), Uint32Array.from(places), source.length) }),
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** What the inside of a JSON string says (RFC 8259, 7), and where each character is written. */
function readString(source: string, from: number, to: number): { readonly text: string; readonly places: readonly number[] } {
  const characters: string[] = []
  const places: number[] = []
  for (let at = from; at < to; at++) {
    places.push(at)
    if (source[at] !== '\\') characters.push(source[at])
    else if (source[at + 1] === 'u') {
      characters.push(String.fromCharCode(Number.parseInt(source.slice(at + 2, at + 6), 16) || 0))
      at += 5
    } else {
      at++
      characters.push(ESCAPES[source[at]] ?? source[at] ?? '')
    }
  }
  return { text: characters.join(''), places }
}

/** Lines of the file, for offsets of the text that was made of it. */
function placeLines(lines: LineIndex, places: Uint32Array, sourceLength: number): LineIndex {
  const placeOf = (offset: number): number => places[Math.min(Math.max(offset, 0), places.length - 1)] ?? 0
  return {
    get lineCount(): number {
      return lines.lineCount
    },
    positionAt: (offset): Position => lines.positionAt(offset >= places.length && offset > 0 ? placeOf(offset) + 1 : placeOf(offset)),
    lineStart: (line) => {
      const start = line > lines.lineCount ? sourceLength : lines.lineStart(line)
      return firstFrom(places, start)
    },
  }
}

/** The first offset whose place is not before the given one. Places never fall. */
function firstFrom(places: Uint32Array, place: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle] < place) low = middle + 1
    else high = middle
  }
  return low
}
