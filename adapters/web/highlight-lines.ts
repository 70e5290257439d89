import type { Parser } from '@lezer/common'
import { classHighlighter, highlightCode } from '@lezer/highlight'
import type { TextFile } from './send-upload.ts'

/** A stretch of one line, with the classes that its kind has. */
export interface CodePiece {
  readonly text: string
  readonly kind: string
}

/** Larger files are shown plain: parsing one takes too long for a glance. */
const MOST_CHARACTERS = 500_000

/** The lines of a file, with the kinds of their parts where its language is known here. */
export async function highlightLines({ path, content }: TextFile): Promise<readonly (readonly CodePiece[])[]> {
  const parser = content.length > MOST_CHARACTERS ? undefined : await findParser(path)
  if (!parser) return content.split(/\r\n|\r|\n/).map((text) => [{ text, kind: '' }])
  const lines: CodePiece[][] = [[]]
  // Lines end as those of positions do.
  const text = content.replace(/\r\n?/g, '\n')
  highlightCode(
    text,
    parser.parse(text),
    classHighlighter,
    (piece, kind) => lines.at(-1)?.push({ text: piece, kind }),
    () => lines.push([]),
  )
  return lines
}

async function findParser(path: string): Promise<Parser | undefined> {
  if (/\.[cm]?[jt]sx?$/.test(path)) {
    const { parser } = await import('@lezer/javascript')
    return parser.configure({ dialect: /\.[cm]?tsx?$/.test(path) ? (path.endsWith('x') ? 'ts jsx' : 'ts') : 'jsx' })
  }
  return /\.pyi?$/.test(path) ? (await import('@lezer/python')).parser : undefined
}
