import type { OverrideSpec, SettingsSpec } from './settings-spec.ts'

/** The merged settings of a project. Globs are relative to the folder of the project. */
export interface ProjectSettings {
  /** The path in messages. */
  readonly file: string
  /** Absolute path of the project: the repository of the file, or its folder without a repository. */
  readonly root: string
  /** Undefined: `full`. */
  readonly packs?: readonly string[]
  /** Absolute paths. */
  readonly rules: readonly string[]
  readonly exclude: readonly string[]
  readonly failOn?: NonNullable<SettingsSpec['fail-on']>
  readonly minGrade?: NonNullable<SettingsSpec['min-grade']>
  /** Absolute path. */
  readonly baseline?: string
  /** Later overrides take precedence. */
  readonly overrides: readonly OverrideSpec[]
  /**
   * Globs of overrides and of `exclude`, in file order. Path globs only of the file itself, because an extended file is written for many projects.
   */
  readonly globs: readonly SettingsGlob[]
}

/** A glob of settings with its location. */
export interface SettingsGlob {
  readonly about: 'rules' | 'files'
  readonly glob: string
  /** The path in messages. */
  readonly path: string
  readonly line: number
  readonly column: number
}
