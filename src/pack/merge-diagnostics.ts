import type { Diagnostic } from '../model/diagnostic.ts'
import { formatDiagnostic, sortDiagnostics } from './format-diagnostic.ts'

/**
 * Merges the diagnostics of loading and compiling, sorted by position. An error in a named matcher occurs once, though every rule that uses the matcher reports it. Diagnostics in
 * `followUps` are left out at positions that already have one: one error often causes others at the same place.
 */
export function mergeDiagnostics(diagnostics: readonly Diagnostic[], followUps: readonly Diagnostic[]): readonly Diagnostic[] {
  const positionOf = ({ file, line, column }: Diagnostic): string => `${file}:${line}:${column}`
  const positions = new Set(diagnostics.map(positionOf))
  const all = [...diagnostics, ...followUps.filter((each) => !positions.has(positionOf(each)))]
  return sortDiagnostics([...new Map(all.map((each) => [formatDiagnostic(each), each])).values()])
}
