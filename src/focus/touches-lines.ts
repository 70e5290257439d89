import type { Finding } from '../model/finding.ts'

/** Line numbers from 1, both inclusive. */
export interface ChangedLines {
  readonly firstLine: number
  readonly lastLine: number
}

/**
 * Whether the finding, another location of its cause or a step of its trace is on a changed line. A changed source can cause a finding at an old
 * sink.
 */
export function touchesLines(finding: Finding, linesOf: (file: string) => readonly ChangedLines[]): boolean {
  const places = [finding, ...(finding.places ?? []), ...(finding.trace ?? [])]
  return places.some(({ file, line, endLine }) => linesOf(file).some(({ firstLine, lastLine }) => line <= lastLine && endLine >= firstLine))
}
