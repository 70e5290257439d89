import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver'
import type { Diagnostic as Mistake, Finding } from '../../../src/node/index.ts'
import type { EditorSettings } from '../settings/editor-settings.ts'
import { toRange } from './to-range.ts'

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const

const MAX_STEPS = 30

/** A finding as editors show it. Undefined if the settings hide its severity. `uriOf` gives the address of a reported path. */
export function toDiagnostic(
  finding: Finding,
  message: string,
  { severity }: Pick<EditorSettings, 'severity'>,
  uriOf: (file: string) => string,
): Diagnostic | undefined {
  const shown = severity[finding.severity]
  if (shown === 'off') return undefined
  const [href] = finding.references
  const steps = (finding.trace ?? []).slice(0, MAX_STEPS).map((step) => ({ place: step, message: `${step.kind}: ${step.what}` }))
  const places = (finding.places ?? []).slice(0, MAX_STEPS).map((place) => ({ place, message: 'another location with the same cause' }))
  const related = [...steps, ...places].map(({ place, message: text }) => ({
    location: { uri: uriOf(place.file), range: toRange(place) },
    message: text,
  }))
  return {
    range: toRange(finding),
    severity: SEVERITIES[shown],
    code: finding.rule,
    ...(href !== undefined && { codeDescription: { href } }),
    source: 'assay',
    message: `${finding.title}: ${message}`,
    ...(related.length > 0 && { relatedInformation: related }),
    data: { id: finding.id },
  }
}

/** A mistake in settings or rules as editors show it. It has no end, so it covers the word at its position. */
export function toMistakeDiagnostic({ line, column, code, message, hint }: Mistake, text: string | undefined): Diagnostic {
  const rest = text?.split(/\r\n|\n|\r/)[line - 1]?.slice(column - 1) ?? ''
  const length = Math.max(1, /^[\w$.-]+|^\S+/.exec(rest)?.[0].length ?? 1)
  return {
    range: toRange({ line, column, endLine: line, endColumn: column + length }),
    severity: DiagnosticSeverity.Error,
    code,
    source: 'assay',
    message: hint === undefined ? message : `${message}\nhint: ${hint}`,
  }
}
