import type { Parser } from '@lezer/common'
import { classHighlighter, highlightCode } from '@lezer/highlight'

/** A part of one line, with the CSS classes of its token. */
export interface CodePiece {
  readonly text: string
  readonly kind: string
}

/** Larger files are shown without colours, because parsing them takes too long. */
const MAX_CHARACTERS = 500_000

/** Splits a text into lines and tokens. Without a parser for the language, each line is one token. */
export async function highlightLines(path: string, text: string): Promise<readonly (readonly CodePiece[])[]> {
  const parser = text.length > MAX_CHARACTERS ? undefined : await findParser(path)
  if (!parser) return text.split(/\r\n|\r|\n/).map((line) => [{ text: line, kind: '' }])
  const lines: CodePiece[][] = [[]]
  // The library knows only LF. Positions of findings count all three line ends.
  const normalized = text.replace(/\r\n?/g, '\n')
  highlightCode(
    normalized,
    parser.parse(normalized),
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
