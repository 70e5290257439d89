// Generated from assay.config.schema.json by `node tools/build-schema.mjs`. Change the schema, not this file.
import type { Severity } from './severity.ts'

/** Settings of a project. Paths and globs are relative to the folder of the file. */
export interface SettingsSpec {
  /** Location of this schema, for editors. */
  $schema?: string
  /** Settings files to inherit from. Later files override earlier ones, and this file overrides all of them. Lists are concatenated. */
  extends?: string[]
  /** Rule packs to run instead of `full`. */
  packs?: string[]
  /** Folders or files with additional rules. */
  rules?: string[]
  /** Globs of files that are not scanned. A glob without a slash matches file names. A glob that ends with a slash matches everything in the folder. */
  exclude?: string[]
  /** A scan fails if a finding has at least this severity. */
  'fail-on'?: 'critical' | 'high' | 'medium' | 'low' | 'never'
  /** A scan fails if its grade is below this grade. */
  'min-grade'?: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F'
  /** File with known findings that are hidden. Create it with `assay baseline create`. */
  baseline?: string
  /** Changes for some rules, some files or both. Later overrides take precedence. */
  overrides?: OverrideSpec[]
}

/** Suppresses findings or changes their severity. */
export interface OverrideSpec {
  /** Rule ids, or globs of rule ids, to which the override applies. By default all rules. */
  rules?: string[]
  /** Globs of the files to which the override applies. By default all files. */
  files?: string[]
  /** True: applies only to test code. False: applies only to other code. */
  tests?: boolean
  /** New severity of the findings. */
  severity?: Severity
  /** True suppresses the findings: they are listed as suppressed and do not count for the grade. False keeps them, even if an earlier override suppresses them. */
  off?: boolean
  /** Reason, shown in the result. */
  reason?: string
}
