import type { OverrideSpec, SettingsSpec } from './settings-spec.ts'

/** Settings of a project, with those that they build on. Globs are told from the folder of the project. */
export interface ProjectSettings {
  /** The file, as people are told of it. */
  readonly file: string
  /** Absolute path of the project: the repository of the file, or its folder when it is in none. */
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
  /** A later one has the last word. */
  readonly overrides: readonly OverrideSpec[]
  /** Globs of overrides and of `exclude`, in file order. Those of paths are of the file itself: one that this builds on is written for many projects. */
  readonly globs: readonly SettingsGlob[]
}

/** A glob of settings, and where it stands. */
export interface SettingsGlob {
  readonly about: 'rules' | 'files'
  readonly glob: string
  /** The file, as people are told of it. */
  readonly path: string
  readonly line: number
  readonly column: number
}
