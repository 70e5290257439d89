import type { ScannedReport } from '../model/file-report.ts'
import type { Finding } from '../model/finding.ts'
import type { SkippedFile } from '../model/gap.ts'
import type { WideDemand } from '../model/ruleset.ts'
import { createPackageFinder } from './find-packages.ts'

/** Says of a finding whether the files of its package, or of the project, give its rule what it asks of them. `wideRules` are demands by rule id. */
export function createDemandCheck(
  scanned: readonly ScannedReport[],
  skipped: readonly SkippedFile[],
  wideRules: ReadonlyMap<string, readonly WideDemand[]>,
): (finding: Pick<Finding, 'rule' | 'file'>) => boolean {
  const packageOf = createPackageFinder([...scanned.map(({ path }) => path), ...skipped.map(({ file }) => file)])
  const packagesOf = new Map<string, Set<string>>()
  for (const { path, met } of scanned) {
    for (const key of met) packagesOf.set(key, (packagesOf.get(key) ?? new Set<string>()).add(packageOf(path)))
  }
  const isMet = ({ key, scope }: WideDemand, file: string): boolean => {
    const packages = packagesOf.get(key)
    return packages !== undefined && (scope === 'project' || packages.has(packageOf(file)))
  }
  return ({ rule, file }) => wideRules.get(rule)?.every((demand) => isMet(demand, file) !== demand.absent) ?? true
}
