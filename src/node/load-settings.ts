import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Diagnostic, type ProjectSettings, type SettingsGlob, type SettingsSpec } from '../index.ts'
import { type CollectedSettings, collectSettings } from './collect-settings.ts'
import { findProjectRoot } from './project-root.ts'

/** Names that a project's settings are looked for by, in this order. */
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

/** What settings may name. */
export interface LoadSettingsOptions {
  /** The caller trusts the settings to name files outside the project. Default: false. */
  readonly allowOutside?: boolean
}

/** The settings of the project that a folder lies in: the nearest file at or above it, up to the root of the repository. Undefined when there is none. */
export function findSettings(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = SETTINGS_FILES.map((name) => join(at, name)).find((file) => existsSync(file))
    if (found !== undefined) return found
    if (existsSync(join(at, '.git')) || dirname(at) === at) return undefined
  }
}

/**
 * Reads settings, with those that they build on. All files that they name must lie in the project: the repository of the file, or its folder when it is in none.
 * Throws `SettingsError` with every mistake. Diagnostics name files relative to `cwd`.
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
    rules: files.flatMap(({ spec, folder }) => (spec.rules ?? []).map((path) => resolve(folder, path))),
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
