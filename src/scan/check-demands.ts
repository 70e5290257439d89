import type { ScannedReport } from '../model/file-report.ts'
import type { Finding } from '../model/finding.ts'
import type { SkippedFile } from '../model/gap.ts'
import type { WideDemand } from '../model/ruleset.ts'
import { createPackageFinder } from './find-packages.ts'

/**
 * Returns a test whether the requirements of a finding's rule on its folder, package or project are met. `wideRules` are requirements by rule id.
 * Skipped files count if only their paths matter.
 */
export function createDemandCheck(
  scanned: readonly ScannedReport[],
  skipped: readonly SkippedFile[],
  wideRules: ReadonlyMap<string, readonly WideDemand[]>,
): (finding: Pick<Finding, 'rule' | 'file'>) => boolean {
  const paths = [...scanned.map(({ path }) => path), ...skipped.map(({ file }) => file)]
  const packageOf = createPackageFinder(paths)
  const placesOf = new Map<string, Places>()
  const add = (key: string, path: string): void => {
    const places = placesOf.get(key) ?? { packages: new Set<string>(), folders: new Set<string>() }
    placesOf.set(key, places)
    places.packages.add(packageOf(path))
    places.folders.add(folderOf(path))
  }
  for (const { path, met } of scanned) for (const key of met) add(key, path)
  for (const { key, isFile } of [...wideRules.values()].flat()) if (isFile !== undefined) for (const path of paths) if (isFile(path)) add(key, path)
  const isMet = ({ key, scope }: WideDemand, file: string): boolean => {
    const places = placesOf.get(key)
    if (places === undefined || scope === 'project') return places !== undefined
    return scope === 'package' ? places.packages.has(packageOf(file)) : foldersAbove(file).some((folder) => places.folders.has(folder))
  }
  return ({ rule, file }) => wideRules.get(rule)?.every((demand) => isMet(demand, file) !== demand.absent) ?? true
}

/** The locations of files that meet a requirement. */
interface Places {
  readonly packages: Set<string>
  readonly folders: Set<string>
}

/** The folder of a file, empty at the top, and those around it. */
function foldersAbove(file: string): readonly string[] {
  const folders = [folderOf(file)]
  for (let folder = folders[0] ?? ''; folder !== ''; folders.push(folder)) folder = folderOf(folder)
  return folders
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.replaceAll('\\', '/').lastIndexOf('/')))
}
