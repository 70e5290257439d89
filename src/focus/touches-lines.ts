import type { Finding } from '../model/finding.ts'

/** Lines from 1, both inclusive. */
export interface ChangedLines {
  readonly firstLine: number
  readonly lastLine: number
}

/**
 * Whether a change made a finding, or may have: it, another place of its cause, or a step of the way of its data lies on changed lines. A change at a source makes a
 * finding of a sink that stood there for years.
 */
export function touchesLines(finding: Finding, linesOf: (file: string) => readonly ChangedLines[]): boolean {
  const places = [finding, ...(finding.places ?? []), ...(finding.trace ?? [])]
  return places.some(({ file, line, endLine }) => linesOf(file).some(({ firstLine, lastLine }) => line <= lastLine && endLine >= firstLine))
}
