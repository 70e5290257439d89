import { statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { ProjectSettings, ScanFile } from '../../../src/node/index.ts'
import { CommandError } from '../process/command-error.ts'
import type { Engine } from '../engine/library-modules.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'
import { toSlashes } from '../files/to-slashes.ts'

/** The project of a scan, with its settings. */
export interface Project {
  readonly settings: Pick<ProjectSettings, 'packs' | 'rules' | 'exclude' | 'failOn' | 'minGrade' | 'baseline' | 'overrides' | 'globs'>
  /** Absolute path of the settings, or undefined. */
  readonly file: string | undefined
  /** Absolute path of the folder that files must not leave. Undefined if the caller allows all files. */
  readonly root: string | undefined
  /** A reported path relative to the folder of the settings, as their globs expect it. */
  pathOf(file: string): string
}

const NO_SETTINGS: Project['settings'] = { rules: [], exclude: [], overrides: [], globs: [] }

type Opening = Pick<Engine, 'findProjectRoot' | 'findSettings' | 'isWithin' | 'leadsOutside' | 'loadSettings'>

/**
 * Reads the settings of a folder: the named file, or the nearest, or none. Throws `SettingsError`, and `CommandError` for a file of the command line
 * that is a link out of the project.
 */
export function openProject(flags: ProjectFlags, cwd: string, engine: Opening): Project {
  const { config, rules = [], baseline, allowOutsidePaths: allowOutside = false } = flags
  const here = engine.findProjectRoot(cwd)
  if (!allowOutside) {
    const named = [...(typeof config === 'string' ? [['--config', config]] : []), ...rules.map((path) => ['--rules', path])]
    const all = typeof baseline === 'string' ? [...named, ['--baseline', baseline]] : named
    for (const [flag, path] of all) refuseLinkOut({ flag, path: resolve(cwd, path), root: here }, engine)
  }
  const file = config === false ? undefined : (config ?? engine.findSettings(cwd))
  if (file === undefined) return { settings: NO_SETTINGS, file: undefined, root: allowOutside ? undefined : here, pathOf: (path) => path }
  const found = resolve(cwd, file)
  const settings = engine.loadSettings(found, cwd, { allowOutside })
  return {
    settings,
    file: found,
    root: allowOutside ? undefined : settings.root,
    pathOf: (path) => toSlashes(relative(dirname(found), resolve(cwd, path))),
  }
}

/** The flags that are needed to open a project. */
type ProjectFlags = Pick<ScanFlags, 'config' | 'rules' | 'baseline' | 'allowOutsidePaths'>

interface NamedPath {
  readonly flag: string
  readonly path: string
  readonly root: string
}

/** A path of the command line may be outside the project. But the author of the project decides where a symbolic link in it leads. */
function refuseLinkOut({ flag, path, root }: NamedPath, { isWithin, leadsOutside }: Opening): void {
  const found = statSync(path, { throwIfNoEntry: false })
  // A link to nothing or to a device is reported by its reader.
  if (!(found?.isFile() || found?.isDirectory()) || !isWithin(path, root) || !leadsOutside(path, root)) return
  const message = `${flag}: \`${relative(process.cwd(), path)}\` is a symbolic link that leads out of the project. Use the real path, or --allow-outside-paths.`
  throw new CommandError(EXIT_CODES.wrongUsage, message)
}

/** The flags, with defaults from the settings. A threshold on the command line replaces both thresholds of the settings. */
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

/** Removes files that the settings exclude, and counts them. A file named on the command line stays. */
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
