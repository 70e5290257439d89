import { compareFindings, compareSuppressed } from '../model/compare-findings.ts'
import type { Finding } from '../model/finding.ts'
import type { ScanResult } from '../model/result.ts'
import type { OverrideSpec } from '../model/settings-spec.ts'
import type { SuppressedFinding } from '../model/suppression.ts'
import { isTestCode } from '../model/test-code.ts'
import { matchIdGlob } from '../text/match-id-glob.ts'
import { matchPaths } from './match-paths.ts'

/**
 * Applies the settings of a project to findings. The last matching override decides the severity, and the last one decides whether the finding
 * counts. `pathOf` returns the path that globs are matched with. Throws `GlobError`.
 */
export function applyOverrides(
  { findings, suppressed }: Pick<ScanResult, 'findings' | 'suppressed'>,
  overrides: readonly OverrideSpec[],
  pathOf: (file: string) => string,
): Pick<ScanResult, 'findings' | 'suppressed'> {
  const compiled = overrides.map(compileOverride)
  const kept: Finding[] = []
  const silenced: SuppressedFinding[] = []
  for (const finding of findings) {
    const path = pathOf(finding.file)
    const about = compiled.filter((override) => override.holds(finding.rule, path))
    const severity = about.findLast((override) => override.severity !== undefined)?.severity
    const off = about.findLast((override) => override.off !== undefined)
    if (off?.off === true) silenced.push(toSuppressed(finding, off.reason))
    else kept.push(severity === undefined ? finding : { ...finding, severity })
  }
  return { findings: kept.sort(compareFindings), suppressed: [...suppressed, ...silenced].sort(compareSuppressed) }
}

interface CompiledOverride extends Pick<OverrideSpec, 'severity' | 'off' | 'reason'> {
  holds(rule: string, path: string): boolean
}

function compileOverride({ rules, files, tests, severity, off, reason }: OverrideSpec): CompiledOverride {
  const isAbout = files === undefined ? () => true : matchPaths(files)
  return {
    ...(severity !== undefined && { severity }),
    ...(off !== undefined && { off }),
    ...(reason !== undefined && { reason }),
    holds: (rule, path) =>
      (rules === undefined || rules.some((glob) => matchIdGlob(glob, rule))) && isAbout(path) && (tests === undefined || tests === isTestCode(path)),
  }
}

function toSuppressed({ id, rule, file, line }: Finding, reason: string | undefined): SuppressedFinding {
  return { id, rule, file, line, ...(reason !== undefined && { reason }), by: 'settings' }
}
