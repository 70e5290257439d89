import { useEffect, useState } from 'preact/hooks'
import { listMasks, type ReportedSource } from '../../../src/index.ts'
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

/** A step of a data-flow path, numbered from 1. */
export interface NumberedPlace extends CodePlace {
  readonly number: number
}

interface CodeViewProps {
  readonly place: CodePlace
  readonly source: ReportedSource | undefined
  /** The steps of the path in this file. They are drawn beside the code. */
  readonly steps?: readonly NumberedPlace[]
}

/**
 * The highlighted lines around a place, with the place marked and secrets masked. Lines with other steps of its path are shown too. Without the source it states why
 * there is no code.
 */
export function CodeView({ place, source, steps = [] }: CodeViewProps) {
  const [lines, setLines] = useState<readonly (readonly CodePiece[])[]>([])
  useEffect(() => void (source && highlightLines(place.file, source.text).then(setLines)), [source, place.file])
  if (source === undefined) return <p class="quiet no-code">The code is not shown, because the browser cannot read {place.file} from the archive.</p>
  const numbers = listLines(place, steps, lines.length)
  const first = numbers[0] ?? place.line
  const last = numbers.at(-1) ?? place.line
  const masks = listMasks(source).filter(({ line }) => line >= first && line <= last)
  return (
    <figure class="code">
      <figcaption class="quiet">
        {place.file}, lines {first} to {last}
        {masks.length > 0 && '. Secrets are masked.'}
      </figcaption>
      {/* Long lines scroll, also by keyboard. */}
      <pre tabIndex={0} role="group" aria-label={`Code of ${place.file}`}>
        <code>
          {numbers.map((number, index) => {
            const pieces = lines[number - 1] ?? []
            const ofLine = masks.filter(({ line }) => line === number)
            const badges = steps.filter(({ line }) => line === number).map((step) => step.number)
            const isAfterGap = index > 0 && numbers[index - 1] !== number - 1
            return (
              <Line
                key={number}
                number={number}
                isMarked={isWithin(number, place)}
                badges={badges}
                hasRail={steps.length > 1 && number >= firstOf(steps) && number <= lastOf(steps)}
                isAfterGap={isAfterGap}
                pieces={cutPieces(pieces, toColumns(number, place), ofLine)}
              />
            )
          })}
        </code>
      </pre>
    </figure>
  )
}

interface LineProps {
  readonly number: number
  readonly isMarked: boolean
  /** The steps on this line. */
  readonly badges: readonly number[]
  /** Whether it lies between the first and the last step. */
  readonly hasRail: boolean
  /** Whether lines before it are left out. */
  readonly isAfterGap: boolean
  readonly pieces: readonly ShownPiece[]
}

function Line({ number, isMarked, badges, hasRail, isAfterGap, pieces }: LineProps) {
  return (
    <span class={['line', isMarked ? 'marked' : '', badges.length > 0 ? 'stepped' : '', isAfterGap ? 'after-gap' : ''].join(' ').trim()}>
      <span class="number" aria-hidden="true">
        {number}
      </span>
      {/* The list of steps says the same in words. */}
      <span class={hasRail ? 'rail on' : 'rail'} aria-hidden="true">
        {badges.map((badge) => (
          <span key={badge} class="badge">
            {badge}
          </span>
        ))}
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

/** The lines around the place, and one line more around each other step, in order. */
function listLines(place: CodePlace, steps: readonly NumberedPlace[], all: number): readonly number[] {
  const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  const own = range(place.line - AROUND, Math.min(place.endLine, place.line + 2 * AROUND) + AROUND)
  const others = steps.flatMap(({ line }) => range(line - 1, line + 1))
  return [...new Set([...own, ...others])].filter((line) => line >= 1 && line <= all).toSorted((left, right) => left - right)
}

function firstOf(steps: readonly NumberedPlace[]): number {
  return Math.min(...steps.map(({ line }) => line))
}

function lastOf(steps: readonly NumberedPlace[]): number {
  return Math.max(...steps.map(({ line }) => line))
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
