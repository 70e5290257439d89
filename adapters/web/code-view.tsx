import { useEffect, useState } from 'preact/hooks'
import { highlightLines, type CodePiece } from './highlight-lines.ts'
import type { TextFile } from './send-upload.ts'

/** A place in a file, as findings and steps of traces have it. */
export interface CodePlace {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Lines before and after. */
const AROUND = 3
/** Longer lines are generated, and tell nothing here. */
const MOST_COLUMNS = 300

/** The lines around a place, highlighted, with the place marked. Of an archive the text is not known here. */
export function CodeView({ place, files }: { readonly place: CodePlace; readonly files: readonly TextFile[] }) {
  const file = files.find(({ path }) => path === place.file)
  const [lines, setLines] = useState<readonly (readonly CodePiece[])[]>([])
  useEffect(() => void (file && highlightLines(file).then(setLines)), [file])
  if (file === undefined) return null
  const first = Math.max(1, place.line - AROUND)
  const shown = lines.slice(first - 1, Math.min(place.endLine, place.line + 2 * AROUND) + AROUND)
  return (
    <figure class="code">
      <figcaption class="quiet">
        {place.file}, lines {first} to {first + Math.max(0, shown.length - 1)}
      </figcaption>
      {/* Long lines scroll, by keys too. */}
      <pre tabIndex={0}>
        <code>
          {shown.map((pieces, index) => (
            <Line key={first + index} number={first + index} pieces={pieces} place={place} />
          ))}
        </code>
      </pre>
    </figure>
  )
}

function Line({ number, pieces, place }: { readonly number: number; readonly pieces: readonly CodePiece[]; readonly place: CodePlace }) {
  const isMarked = number >= place.line && number <= place.endLine
  const from = number === place.line ? place.column - 1 : 0
  const to = number === place.endLine ? place.endColumn - 1 : Number.MAX_SAFE_INTEGER
  return (
    <span class={isMarked ? 'line marked' : 'line'}>
      <span class="number" aria-hidden="true">
        {number}
      </span>
      {cutPieces(pieces, isMarked ? { from, to } : { from: 0, to: 0 }).map(({ text, kind, marked }, index) =>
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

/** Cut where the mark begins and ends. */
function cutPieces(pieces: readonly CodePiece[], { from, to }: { from: number; to: number }): readonly (CodePiece & { readonly marked: boolean })[] {
  let column = 0
  return pieces.flatMap(({ text, kind }) => {
    const start = column
    column += text.length
    if (start > MOST_COLUMNS) return []
    const cuts = [0, from - start, to - start, text.length].map((cut) => Math.min(Math.max(cut, 0), text.length))
    return [0, 1, 2].flatMap((part) => {
      const cut = text.slice(cuts[part], cuts[part + 1])
      return cut === '' ? [] : [{ text: cut, kind, marked: part === 1 }]
    })
  })
}
