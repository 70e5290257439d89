import { dirname, relative, resolve } from 'node:path'
import type { ProjectSettings, ScanFile } from '../../src/node/index.ts'
import type { Engine } from './doors.ts'
import type { ScanFlags } from './scan-flags.ts'
import { toSlashes } from './to-slashes.ts'

/** The project that is scanned, as its settings have it. */
export interface Project {
  readonly settings: Pick<ProjectSettings, 'packs' | 'rules' | 'exclude' | 'failOn' | 'minGrade' | 'baseline' | 'overrides' | 'globs'>
  /** A reported path as globs of the settings see it: from the folder of the settings. */
  pathOf(file: string): string
}

const NO_SETTINGS: Project['settings'] = { rules: [], exclude: [], overrides: [], globs: [] }

/** Reads the settings that hold in a folder: those that are named, or the nearest, or none. Throws `SettingsError`. */
export function openProject({ config }: Pick<ScanFlags, 'config'>, cwd: string, engine: Pick<Engine, 'findSettings' | 'loadSettings'>): Project {
  const file = config === false ? undefined : (config ?? engine.findSettings(cwd))
  if (file === undefined) return { settings: NO_SETTINGS, pathOf: (path) => path }
  const folder = dirname(resolve(cwd, file))
  return { settings: engine.loadSettings(resolve(cwd, file), cwd), pathOf: (path) => toSlashes(relative(folder, resolve(cwd, path))) }
}

/** The flags, with what settings say where the command line does not. A threshold on the command line replaces both of the settings. */
export function settleFlags(flags: ScanFlags, { settings }: Project): ScanFlags {
  const { packs, rules, failOn, minGrade, baseline } = settings
  const judges = flags.failOn !== undefined || flags.minGrade !== undefined
  return {
    ...flags,
    ...(flags.pack === undefined && packs !== undefined && { pack: packs }),
    ...(flags.pack !== false && rules.length > 0 && { rules: [...rules, ...(flags.rules ?? [])] }),
    ...(flags.baseline === undefined && baseline !== undefined && { baseline: relative(process.cwd(), baseline) }),
    ...(!judges && failOn !== undefined && { failOn }),
    ...(!judges && minGrade !== undefined && { minGrade }),
  }
}

/** Files without those that settings leave out, and how many these were. A file that was named itself stays. */
export function leaveOut(
  files: AsyncIterable<ScanFile>,
  { settings, pathOf }: Project,
  { matchPaths }: Pick<Engine, 'matchPaths'>,
): { readonly files: AsyncIterable<ScanFile>; count(): number } {
  if (settings.exclude.length === 0) return { files, count: () => 0 }
  const isExcluded = matchPaths(settings.exclude)
  let count = 0
  async function* kept(): AsyncGenerator<ScanFile, void, undefined> {
    for await (const file of files) {
      const isNamed = 'followLinks' in file && file.followLinks
      if (!isNamed && isExcluded(pathOf(file.path))) count++
      else yield file
    }
  }
  return { files: kept(), count: () => count }
}
