import type { Finding } from '../../../src/node/index.ts'

/** What the last scan of the project knows about one file. */
export interface KnownFindings {
  /** The text that was scanned. */
  readonly text: string
  /** All findings of the project scan in this file. */
  readonly project: readonly Finding[]
  /** The findings that a scan of this file alone has for the same text. */
  readonly alone: readonly Finding[]
}

/**
 * The findings of an edited file until the project is scanned again: those of the file alone, without the ones that the project scan refuted, and
 * with the ones that only the project scan can see, if their code still exists.
 */
export function mergeFindings(alone: readonly Finding[], text: string, known: KnownFindings | undefined): readonly Finding[] {
  if (known === undefined) return alone
  const confirmed = new Set(known.project.map(({ id }) => id))
  const refuted = new Set(known.alone.filter(({ id }) => !confirmed.has(id)).map(({ id }) => id))
  const seenAlone = new Set([...known.alone, ...alone].map(({ id }) => id))
  const found = alone.filter(({ id }) => !refuted.has(id))
  const onlyProject = known.project.filter(({ id }) => !seenAlone.has(id))
  return [...found, ...moveFindings(onlyProject, known.text, text)]
}

/** Moves findings to the lines that have the same text now, the nearest first. Findings whose code has changed are left out. */
function moveFindings(findings: readonly Finding[], before: string, after: string): readonly Finding[] {
  if (findings.length === 0) return []
  const oldLines = before.split(LINE_END)
  const newLines = after.split(LINE_END)
  return findings.flatMap((finding) => {
    const span = oldLines.slice(finding.line - 1, finding.endLine)
    const start = findLines(newLines, span, finding.line - 1)
    const by = start === undefined ? 0 : start - (finding.line - 1)
    return start === undefined ? [] : [{ ...finding, line: finding.line + by, endLine: finding.endLine + by }]
  })
}

const LINE_END = /\r\n|\n|\r/

function findLines(lines: readonly string[], wanted: readonly string[], from: number): number | undefined {
  const isAt = (start: number): boolean => start >= 0 && wanted.every((line, index) => lines[start + index] === line)
  for (let away = 0; away < lines.length; away++) {
    if (isAt(from + away)) return from + away
    if (isAt(from - away)) return from - away
  }
  return undefined
}
