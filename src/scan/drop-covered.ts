import type { Finding, TraceStep } from '../model/finding.ts'

/** Which findings make others redundant, by rule id. */
export interface Precedence {
  /** Rules that take precedence at the same code. */
  readonly yieldsTo: ReadonlyMap<string, readonly string[]>
  /** Rules about data flow that report only the last sink of a path. */
  readonly lastOnly: ReadonlySet<string>
}

/**
 * Removes the findings of one file that overlap a finding of a rule with precedence, and those on the path to another finding. Of rules that yield to
 * each other, one stays.
 */
export function dropCovered<Found extends Finding>(
  findings: readonly Found[],
  { yieldsTo }: Precedence,
  passed: ReadonlySet<string>,
): readonly Found[] {
  const kept = new Set(findings.filter((finding) => !passed.has(placeOf(finding.rule, finding))))
  for (const finding of kept) {
    const stronger = yieldsTo.get(finding.rule) ?? []
    if (stronger.length > 0 && [...kept].some((other) => stronger.includes(other.rule) && overlap(finding, other))) kept.delete(finding)
  }
  return [...kept]
}

/** Locations on the paths to other sinks, for rules that report only the last one. */
export function findPassed(findings: readonly Finding[], { lastOnly }: Precedence): ReadonlySet<string> {
  const passed = new Set<string>()
  for (const finding of findings) {
    if (!lastOnly.has(finding.rule)) continue
    const own = placeOf(finding.rule, finding)
    for (const step of finding.trace ?? []) {
      const place = placeOf(finding.rule, step)
      if (place !== own) passed.add(place)
    }
  }
  return passed
}

type Range = Pick<TraceStep, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>

function placeOf(rule: string, { file, line, column, endLine, endColumn }: Range): string {
  return JSON.stringify([rule, file, line, column, endLine, endColumn])
}

function overlap(left: Range, right: Range): boolean {
  return isBefore(left.line, left.column, right.endLine, right.endColumn) && isBefore(right.line, right.column, left.endLine, left.endColumn)
}

function isBefore(line: number, column: number, otherLine: number, otherColumn: number): boolean {
  return line < otherLine || (line === otherLine && column < otherColumn)
}
