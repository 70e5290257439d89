import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Diagnostic, type ProjectSettings, type SettingsGlob, type SettingsSpec } from '../index.ts'
import { locateRules } from './locate-rules.ts'
import { type CollectedSettings, collectSettings } from './collect-settings.ts'
import { findProjectRoot } from './project-root.ts'

/** Names of settings files, in order of precedence. */
const SETTINGS_FILES = ['assay.config.yaml', 'assay.config.yml', 'assay.config.json'] as const

/** Settings that cannot be used: all mistakes at once, in all files that they build on. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]?.message ?? 'the settings cannot be used')
    this.diagnostics = diagnostics
  }
}

/** The files that settings may name. */
export interface LoadSettingsOptions {
  /** The caller trusts the settings to name files outside the project. Default: false. */
  readonly allowOutside?: boolean
}

/** The settings of the project that contains a folder: the nearest file in or above it, up to the root of the repository, or undefined. */
export function findSettings(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = SETTINGS_FILES.map((name) => join(at, name)).find((file) => existsSync(file))
    if (found !== undefined) return found
    if (existsSync(join(at, '.git')) || dirname(at) === at) return undefined
  }
}

/**
 * Reads settings and the files that they extend. All files that they name must be in the project: the repository of the file, or its folder without a
 * repository. Throws `SettingsError` with all mistakes. Diagnostics name files relative to `cwd`.
 */
export function loadSettings(file: string, cwd: string, { allowOutside = false }: LoadSettingsOptions = {}): ProjectSettings {
  const root = findProjectRoot(dirname(resolve(file)))
  const { shownAs, files, diagnostics } = collectSettings({ file: resolve(file), cwd, root: allowOutside ? undefined : root })
  if (diagnostics.length > 0) throw new SettingsError(diagnostics)
  const last = <Key extends keyof SettingsSpec>(key: Key) => files.findLast(({ spec }) => spec[key] !== undefined)?.spec[key]
  const packs = last('packs')
  const failOn = last('fail-on')
  const minGrade = last('min-grade')
  const known = files.findLast(({ spec }) => spec.baseline !== undefined)
  return {
    file: shownAs,
    root,
    ...(packs !== undefined && { packs }),
    rules: files.flatMap(({ spec, folder }) => (spec.rules ?? []).map((path) => locateRules(path, folder))),
    exclude: files.flatMap(({ spec }) => spec.exclude ?? []),
    ...(failOn !== undefined && { failOn }),
    ...(minGrade !== undefined && { minGrade }),
    ...(known?.spec.baseline !== undefined && { baseline: resolve(known.folder, known.spec.baseline) }),
    overrides: files.flatMap(({ spec }) => spec.overrides ?? []),
    globs: files.flatMap((each, index) => listGlobs(each).filter(({ about }) => about === 'rules' || index === files.length - 1)),
  }
}

function listGlobs({ spec: { exclude = [], overrides = [] }, shownAs, positions }: CollectedSettings): readonly SettingsGlob[] {
  const ofFiles = exclude.map((glob, index) => ({ about: 'files', glob, at: ['exclude', index] }) as const)
  const ofOverrides = overrides.flatMap(({ rules = [], files = [] }, at) => [
    ...rules.map((glob, index) => ({ about: 'rules', glob, at: ['overrides', at, 'rules', index] }) as const),
    ...files.map((glob, index) => ({ about: 'files', glob, at: ['overrides', at, 'files', index] }) as const),
  ])
  return [...ofFiles, ...ofOverrides].map(({ about, glob, at }) => ({ about, glob, path: shownAs, ...positions.positionOf(at) }))
}
