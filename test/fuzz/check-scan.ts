import { expect } from 'vitest'
import type { Finding, Scanner, ScanResult, SourceFile } from '../../src/node/index.ts'
import { decodeText } from '../../src/text/decode-text.ts'

/**
 * Scans the files, in both orders if `reversed`, and checks the invariants of results. Returns the result with the CPU milliseconds of the slower
 * scan.
 */
export async function checkScan(
  scanner: Scanner,
  files: readonly SourceFile[],
  reversed = files.length > 1,
): Promise<{ readonly result: ScanResult; readonly milliseconds: number }> {
  const first = await timed(() => scanner.scan(files, { includeVendored: true, foreignSuppressions: true }))
  const second = !reversed ? first : await timed(() => scanner.scan(files.toReversed(), { includeVendored: true, foreignSuppressions: true }))
  expect(JSON.stringify(second.value), 'the order of files says nothing').toBe(JSON.stringify(first.value))
  const result = first.value
  expect(result.filesScanned + result.skipped.length, 'each file is scanned or listed').toBe(files.length)
  expect(
    result.partial.filter(({ reason }) => reason === 'rule-failed'),
    'no rule fails',
  ).toEqual([])
  const places = new Map(files.map((file) => [file.path, lineLengths(file.content)]))
  for (const finding of result.findings) checkPlace(finding, places.get(finding.file) ?? [])
  for (const { file, line = 1, column = 1 } of result.partial) checkPosition(line, column, places.get(file) ?? [])
  for (const { file, line } of [...result.suppressed, ...result.unusedSuppressions]) checkPosition(line, 1, places.get(file) ?? [])
  expect(new Set(result.findings.map(({ id }) => id)).size, 'ids are distinct').toBe(result.findings.length)
  expect(result.findings, 'findings are in order').toEqual(result.findings.toSorted(byRank))
  return { result, milliseconds: Math.max(first.milliseconds, second.milliseconds) }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; milliseconds: number }> {
  const before = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(before)
  return { value, milliseconds: (user + system) / 1000 }
}

/** UTF-16 units of each line. Empty for files that are not text. */
function lineLengths(content: string | Uint8Array): readonly number[] {
  const decoded = decodeText(content)
  return 'text' in decoded ? decoded.text.split(/\r\n|\r|\n/).map((line) => line.length) : []
}

function checkPlace({ line, column, endLine, endColumn }: Finding, lines: readonly number[]): void {
  checkPosition(line, column, lines)
  checkPosition(endLine, endColumn, lines)
  expect(endLine > line || (endLine === line && endColumn >= column), 'a finding ends behind its beginning').toBe(true)
}

/** The position after the last character is valid, and so is the position inside a CRLF. */
function checkPosition(line: number, column: number, lines: readonly number[]): void {
  const length = lines[line - 1]
  if (!Number.isInteger(column) || column < 1 || length === undefined || column > length + 2) {
    expect.fail(`${line}:${column} is no place in a file of ${lines.length} lines; that line has ${length} characters`)
  }
}

const SEVERITIES = ['critical', 'high', 'medium', 'low']

function byRank(left: Finding, right: Finding): number {
  return (
    SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) ||
    compare(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    compare(left.rule, right.rule)
  )
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
