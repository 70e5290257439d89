import { useEffect, useState } from 'preact/hooks'
import { listMasks, type ReportedSource } from '../../src/index.ts'
import { cutPieces, type ShownPiece } from './cut-pieces.ts'
import { highlightLines, type CodePiece } from './highlight-lines.ts'

/** A place in a file, as findings and trace steps state it. */
export interface CodePlace {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Lines before and after. */
const AROUND = 3

/** The highlighted lines around a place, with the place marked and secrets masked. Without the source it states why there is no code. */
export function CodeView({ place, source }: { readonly place: CodePlace; readonly source: ReportedSource | undefined }) {
  const [lines, setLines] = useState<readonly (readonly CodePiece[])[]>([])
  useEffect(() => void (source && highlightLines(place.file, source.text).then(setLines)), [source, place.file])
  if (source === undefined) return <p class="quiet no-code">The code is not shown, because the browser cannot read {place.file} from the archive.</p>
  const first = Math.max(1, place.line - AROUND)
  const last = Math.min(place.endLine, place.line + 2 * AROUND) + AROUND
  const shown = lines.slice(first - 1, last)
  const masks = listMasks(source).filter(({ line }) => line >= first && line <= last)
  return (
    <figure class="code">
      <figcaption class="quiet">
        {place.file}, lines {first} to {first + Math.max(0, shown.length - 1)}
        {masks.length > 0 && '. Secrets are masked.'}
      </figcaption>
      {/* Long lines scroll, also by keyboard. */}
      <pre tabIndex={0} role="group" aria-label={`Code of ${place.file}`}>
        <code>
          {shown.map((pieces, index) => {
            const number = first + index
            const ofLine = masks.filter(({ line }) => line === number)
            return (
              <Line key={number} number={number} isMarked={isWithin(number, place)} pieces={cutPieces(pieces, toColumns(number, place), ofLine)} />
            )
          })}
        </code>
      </pre>
    </figure>
  )
}

function Line({ number, isMarked, pieces }: { readonly number: number; readonly isMarked: boolean; readonly pieces: readonly ShownPiece[] }) {
  return (
    <span class={isMarked ? 'line marked' : 'line'}>
      <span class="number" aria-hidden="true">
        {number}
      </span>
      {pieces.map(({ text, kind, marked }, index) =>
        marked ? (
          <mark key={index} class={kind}>
            {text}
          </mark>
        ) : (
          <span key={index} class={kind}>
            {text}
          </span>
        ),
      )}
      {'\n'}
    </span>
  )
}

function isWithin(number: number, { line, endLine }: CodePlace): boolean {
  return number >= line && number <= endLine
}

/** The marked columns of a line, from 0. */
function toColumns(number: number, place: CodePlace): { from: number; to: number } {
  if (!isWithin(number, place)) return { from: 0, to: 0 }
  return {
    from: number === place.line ? place.column - 1 : 0,
    to: number === place.endLine ? place.endColumn - 1 : Number.POSITIVE_INFINITY,
  }
}
