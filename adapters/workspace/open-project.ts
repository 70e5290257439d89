import { dirname, relative, resolve, sep } from 'node:path'
import { findProjectRoot, findSettings, loadSettings, matchPaths, type ProjectSettings } from '../../src/node/index.ts'

/** Where the settings and rules of a project come from. */
export interface OpenProjectOptions {
  /** A settings file, relative to the folder, or `false` for none. Default: the nearest `assay.config.yaml`. */
  readonly config?: string | false | undefined
  /** Packs to run instead of those of the settings. */
  readonly packs?: readonly string[] | undefined
  /** Folders with further rules. */
  readonly rules?: readonly string[] | undefined
}

/** A folder with the settings that apply to it. */
export interface OpenedProject {
  /** Absolute. Reported paths are relative to it. */
  readonly folder: string
  /** Absolute path of the folder that files must not leave: the repository, or the folder of the settings. */
  readonly root: string
  /** Absolute path of the settings, or undefined. */
  readonly settingsFile: string | undefined
  readonly overrides: ProjectSettings['overrides']
  readonly packs: readonly string[]
  /** Absolute paths. */
  readonly rules: readonly string[]
  /** A reported path relative to the folder of the settings, as their globs expect it. */
  pathOf(file: string): string
  /** Whether the settings exclude the file with this reported path. */
  isExcluded(file: string): boolean
}

/** Reads the settings of a folder. Throws `SettingsError` with all mistakes, and `GlobError`. */
export function openProject(folder: string, { config, packs, rules = [] }: OpenProjectOptions = {}): OpenedProject {
  const own = rules.map((path) => resolve(folder, path))
  const found = config === false ? undefined : config === undefined ? findSettings(folder) : resolve(folder, config)
  if (found === undefined) {
    const root = findProjectRoot(folder)
    const nothing = { overrides: [], pathOf: (file: string) => file, isExcluded: () => false }
    return { folder, root, settingsFile: undefined, packs: packs ?? ['full'], rules: own, ...nothing }
  }
  const settings = loadSettings(found, folder)
  const pathOf = (file: string): string => relative(dirname(found), resolve(folder, file)).replaceAll(sep, '/')
  const matchesExclude = matchPaths(settings.exclude)
  return {
    folder,
    root: settings.root,
    settingsFile: found,
    overrides: settings.overrides,
    packs: packs ?? settings.packs ?? ['full'],
    rules: [...settings.rules, ...own],
    pathOf,
    isExcluded: (file) => settings.exclude.length > 0 && matchesExclude(pathOf(file)),
  }
}
