import type { CodePlace } from '../model/explanation.ts'
import { spanOf } from '../text/span-of.ts'
import type { Paint } from './paint.ts'
import { renderSnippet } from './render-snippet.ts'
import type { ReportedSource } from './source-reader.ts'

/** A range to underline, and the words beside it. */
export interface Mark {
  readonly place: CodePlace
  readonly label: string
  /** `^` for what fails or is reported, `-` for the rest. */
  readonly sign: '^' | '-'
}

export interface DrawOptions {
  readonly paint: Paint
  readonly width: number
  /** Undefined if the file cannot be read. Then the code of the places is shown. */
  sourceOf(file: string): Pick<ReportedSource, 'text' | 'lines'> | undefined
  /** Whether the marked code is a secret. */
  readonly masked: boolean
}

/** Draws marks over the lines of code, each line once, as compilers do. Marks keep their order within a line. */
export function drawPlaces(marks: readonly Mark[], options: DrawOptions): readonly string[] {
  const rows: string[] = []
  const digits = Math.max(...marks.map(({ place }) => String(place.line).length), 1)
  let shown = ''
  for (const mark of inOrder(marks)) {
    const { place } = mark
    const key = `${place.file}:${place.line}`
    const drawn = drawMark(mark, options)
    if (key !== shown) {
      const isOtherFile = shown !== '' && !shown.startsWith(`${place.file}:`)
      if (isOtherFile) rows.push(`${' '.repeat(digits)} ${options.paint.faint(`--> ${place.file}`)}`)
      rows.push(`${options.paint.faint(`${String(place.line).padStart(digits)} |`)} ${drawn.code}`.trimEnd())
    }
    shown = key
    const underline = mark.sign === '^' ? options.paint.strong(drawn.underline.trimEnd()) : drawn.underline.trimEnd()
    rows.push(`${options.paint.faint(`${' '.repeat(digits)} |`)} ${underline} ${options.paint.faint(mark.label)}`.trimEnd())
  }
  return rows
}

/** By line, each line where it comes first. */
function inOrder(marks: readonly Mark[]): readonly Mark[] {
  const keys = [...new Set(marks.map(({ place }) => `${place.file}:${place.line}`))]
  return keys.flatMap((key) => marks.filter(({ place }) => `${place.file}:${place.line}` === key))
}

function drawMark({ place, sign }: Mark, { width, sourceOf, masked }: DrawOptions): { readonly code: string; readonly underline: string } {
  const source = sourceOf(place.file)
  if (source === undefined) return { code: place.text, underline: sign.repeat(Math.max(1, place.text.length)) }
  const marked = spanOf(source.lines, source.text, place)
  const [code, carets] = renderSnippet({ ...source, marked, secrets: masked ? [marked] : [], width })
  return { code: code?.text ?? '', underline: (carets?.text ?? sign).replaceAll('^', sign) }
}
