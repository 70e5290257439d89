import type { Finding } from '../../src/node/index.ts'

/** Kinds of weaknesses by CWE: two findings of one kind at the same location are one weakness reported twice. Each CWE is also a kind of its own. */
const FAMILIES: readonly (readonly number[])[] = [
  [77, 78, 88],
  [94, 95, 96, 1336],
  [79, 80, 83, 116],
  [22, 23, 36, 73],
  [89, 564, 943],
  [93, 113, 117],
  [259, 321, 547, 798],
  [326, 327, 328, 759, 760, 916],
  [400, 730, 770, 1333],
  [471, 915, 1321],
  [611, 776],
]

/** Pairs of findings of two rules that report one weakness twice: their locations overlap, and their CWEs are equal or of one kind. */
export function findDoubles(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap((finding, index) =>
    findings
      .slice(index + 1)
      .filter(
        (other) => other.rule !== finding.rule && other.file === finding.file && overlap(finding, other) && isOfOneFamily(finding.cwe, other.cwe),
      )
      .map((other) => [placeOf(finding), placeOf(other)].sort().join(' and ')),
  )
}

function isOfOneFamily(left: readonly string[], right: readonly string[]): boolean {
  const numbers = (cwe: readonly string[]): readonly number[] => cwe.map((id) => Number(id.replace('CWE-', '')))
  const [one, other] = [numbers(left), numbers(right)]
  return (
    one.some((id) => other.includes(id)) ||
    FAMILIES.some((family) => one.some((id) => family.includes(id)) && other.some((id) => family.includes(id)))
  )
}

function overlap(left: Finding, right: Finding): boolean {
  return isBefore(left.line, left.column, right.endLine, right.endColumn) && isBefore(right.line, right.column, left.endLine, left.endColumn)
}

function isBefore(line: number, column: number, otherLine: number, otherColumn: number): boolean {
  return line < otherLine || (line === otherLine && column < otherColumn)
}

function placeOf({ file, line, column, rule }: Finding): string {
  return `${file}:${line}:${column} ${rule}`
}
