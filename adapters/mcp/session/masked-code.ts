import { resolve } from 'node:path'
import {
  createSourceReader,
  describeFinding,
  type Finding,
  listFiles,
  listMasks,
  readRegularBytes,
  type ReportedSource,
} from '../../../src/node/index.ts'
import type { RecordedScan } from './recorded-scan.ts'

/** Shows texts and lines of scanned files without secrets. */
export interface MaskedCode {
  /** Replaces secrets of the file in a text about the finding. */
  mask(text: string, finding: Finding, file: string): string
  /** Lines of a file, from 1, both inclusive. Empty if the file changed since the scan. */
  readLines(file: string, firstLine: number, lastLine: number): readonly { readonly line: number; readonly text: string }[]
}

const MAX_BYTES = 2 ** 24
const MAX_LINE = 240
/** Suppressed findings have no end position, so the whole line is replaced. */
const HIDDEN = '(line with a suppressed secret)'

/** Opens the files of a scan that findings refer to. A file that changed since the scan is not read, because masks would be misplaced. */
export async function openMaskedCode(scan: RecordedScan, findings: readonly Finding[]): Promise<MaskedCode> {
  const files = new Set(findings.flatMap(({ file, trace = [], places = [] }) => [file, ...[...trace, ...places].map((place) => place.file)]))
  const unchanged = await listUnchanged(scan, [...files])
  const hidden = new Set(scan.result.suppressed.filter(({ rule }) => scan.secretRules.has(rule)).map(({ file, line }) => `${file}:${line}`))
  const readSource = createSourceReader((file) => (unchanged.has(file) ? readBytes(resolve(scan.folder, file)) : undefined), scan.found)
  return {
    mask: (text, finding, file) => {
      const source = readSource(file)
      const end = source?.lines.positionAt(source.text.length) ?? { line: 1, column: 1 }
      return describeFinding({ ...finding, description: text, line: 1, column: 1, endLine: end.line, endColumn: end.column }, source)
    },
    readLines: (file, firstLine, lastLine) => {
      const source = readSource(file)
      if (source === undefined) return []
      return cutLines(source, firstLine, lastLine).map((each) => (hidden.has(`${file}:${each.line}`) ? { ...each, text: HIDDEN } : each))
    },
  }
}

async function listUnchanged({ folder, versions }: RecordedScan, files: readonly string[]): Promise<ReadonlySet<string>> {
  const same = new Set<string>()
  for (const file of files) {
    const listed = await listFiles([file], { cwd: folder }).catch(() => [])
    for await (const found of listed) if ('version' in found && versions.get(file) === found.version) same.add(file)
  }
  return same
}

function readBytes(path: string): Uint8Array | undefined {
  try {
    return readRegularBytes(path, MAX_BYTES)
  } catch {
    return undefined
  }
}

function cutLines(source: ReportedSource, firstLine: number, lastLine: number) {
  const { text, lines } = source
  const masks = listMasks(source)
  const first = Math.max(1, firstLine)
  const last = Math.min(lastLine, lines.lineCount)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const line = first + index
    const end = line === lines.lineCount ? text.length : lines.lineStart(line + 1)
    let shown = text.slice(lines.lineStart(line), end).replace(/\r?\n$|\r$/, '')
    for (const mask of masks.filter((each) => each.line === line).toReversed())
      shown = shown.slice(0, mask.column - 1) + mask.text + shown.slice(Math.min(mask.endColumn - 1, shown.length))
    return { line, text: shown.length > MAX_LINE ? `${shown.slice(0, MAX_LINE)}…` : shown }
  })
}
