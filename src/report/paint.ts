import picocolors from 'picocolors'
import type { Grade } from '../model/grade.ts'
import type { Severity } from '../model/severity.ts'

type Brush = (text: string) => string

/** The colours of a report. Without colours each function returns its text unchanged. */
export interface Paint {
  severity(severity: Severity): Brush
  grade(grade: Grade): Brush
  readonly strong: Brush
  readonly faint: Brush
  readonly path: Brush
  readonly fix: Brush
  readonly warning: Brush
}

/** Returns colours or identity functions. Reads no stream and no environment. */
export function choosePaint(enabled: boolean): Paint {
  const { bold, dim, red, yellow, green, cyan, underline } = picocolors.createColors(enabled)
  const severities: Record<Severity, Brush> = { critical: (text) => bold(red(text)), high: red, medium: yellow, low: cyan }
  const bad: Brush = (text) => bold(red(text))
  const fair: Brush = (text) => bold(yellow(text))
  const good: Brush = (text) => bold(green(text))
  const grades: Record<Grade, Brush> = { 'A+': good, A: good, B: good, C: fair, D: fair, F: bad, 'N/A': bold }
  return {
    severity: (severity) => (Object.hasOwn(severities, severity) ? severities[severity] : bold),
    grade: (grade) => (Object.hasOwn(grades, grade) ? grades[grade] : bold),
    strong: bold,
    faint: dim,
    path: underline,
    fix: green,
    warning: yellow,
  }
}
