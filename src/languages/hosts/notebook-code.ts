import type { DocumentNode, DocumentScalar } from '../../model/document.ts'
import type { HostedCode } from '../../model/language.ts'
import { readDocument } from '../json/read-document.ts'
import { createPlacedText, type PlacedText } from './placed-text.ts'
import { type CellReader, createCellReader, type Insertion } from './python-cell.ts'

/**
 * Cells of a notebook as one Python program, in the order of the file (nbformat 4, <https://nbformat.readthedocs.io/en/latest/format_description.html>). Prose and what cells
 * have printed are comments between them, so that rules over texts see them. Commands of IPython become comments. Undefined where the notebook has no cell of Python.
 */
export function readNotebook(text: string): HostedCode | undefined {
  const [notebook] = readDocument(text).documents
  const cells = listOf(child(notebook, 'cells'))
  if (!isPython(notebook) || !cells.some((cell) => textOf(child(cell, 'cell_type')) === 'code')) return undefined
  const code = createPlacedText(text)
  for (const cell of cells) writeCell(cell, code)
  return code.finish()
}

function isPython(notebook: DocumentNode | undefined): boolean {
  const metadata = child(notebook, 'metadata')
  const language = textOf(child(child(metadata, 'language_info'), 'name')) ?? textOf(child(child(metadata, 'kernelspec'), 'language')) ?? 'python'
  return /^i?python\d*$/i.test(language)
}

function writeCell(cell: DocumentNode, code: PlacedText): void {
  const isCode = textOf(child(cell, 'cell_type')) === 'code'
  const parts: { readonly lines: readonly DocumentScalar[]; readonly runs: boolean }[] = [{ lines: linesOf(child(cell, 'source')), runs: isCode }]
  for (const output of listOf(child(cell, 'outputs')))
    for (const printed of [child(output, 'text'), child(output, 'traceback'), plainTextOf(child(output, 'data'))])
      parts.push({ lines: linesOf(printed), runs: false })
  // Keys may stand in any order.
  for (const { lines, runs } of parts.filter(({ lines }) => lines.length > 0).toSorted((left, right) => left.lines[0].start - right.lines[0].start))
    writeLines(lines, runs && !isForeign(lines), code)
}

/** Cells that another program reads. `%%time` and its like read Python. */
const FOREIGN = /^\s*%%(?!time|timeit|capture|prun|memit|px)\w+/

function isForeign(lines: readonly DocumentScalar[]): boolean {
  return FOREIGN.test(`${lines.find(({ value }) => /\S/.test(`${value}`))?.value ?? ''}`)
}

function writeLines(lines: readonly DocumentScalar[], runs: boolean, code: PlacedText): void {
  const readLine: CellReader = runs ? createCellReader() : () => COMMENTED
  for (const scalar of lines) code.writeString(scalar, readLine)
  code.endLine()
}

const COMMENTED: Insertion = { at: 0, text: '# ' }

function child(node: DocumentNode | undefined, key: string): DocumentNode | undefined {
  return node?.kind === 'map' ? node.entries.findLast((entry) => entry.key === key)?.value : undefined
}

/** An output has a form for each media type. */
function plainTextOf(data: DocumentNode | undefined): DocumentNode | undefined {
  return data?.kind === 'map' ? data.entries.find(({ key }) => /^text\/plain$/.test(key))?.value : undefined
}

function listOf(node: DocumentNode | undefined): readonly DocumentNode[] {
  return node?.kind === 'list' ? node.items : []
}

function textOf(node: DocumentNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined
}

/** A text is a string, or strings that follow each other. */
function linesOf(node: DocumentNode | undefined): readonly DocumentScalar[] {
  if (node?.kind === 'scalar') return typeof node.value === 'string' ? [node] : []
  return listOf(node).flatMap((each) => (each.kind === 'scalar' && typeof each.value === 'string' ? [each] : []))
}
