// Generated from assay.config.schema.json by `node tools/build-schema.mjs`. Change the schema, not this file.
import type { Severity } from './severity.ts'

/** Settings of a project. Paths and globs are told from the folder that the file lies in. */
export interface SettingsSpec {
  /** Where this schema lies, for editors. */
  $schema?: string
  /** Files of settings that this one builds on. A later one, and this file last, has the last word; lists are put together. */
  extends?: string[]
  /** Packs of rules that run, in place of `full`. */
  packs?: string[]
  /** Folders or files of more rules. */
  rules?: string[]
  /** Globs of files that are not scanned at all. A glob without a slash is compared with the name of the file, one that ends in a slash is all below. */
  exclude?: string[]
  /** A scan fails when a finding is of this severity or worse. */
  'fail-on'?: 'critical' | 'high' | 'medium' | 'low' | 'never'
  /** A scan fails when its grade is below this one. */
  'min-grade'?: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F'
  /** A file of findings that were known before and are not listed again. `assay baseline create` writes it. */
  baseline?: string
  /** What counts otherwise than the rules say, for some rules, some files or both. A later one has the last word. */
  overrides?: OverrideSpec[]
}

/** Turns findings off, or gives them another severity. */
export interface OverrideSpec {
  /** Rule ids, or globs over ids, that it is about. By default all. */
  rules?: string[]
  /** Globs of the files that it is about. By default all. */
  files?: string[]
  /** True: it is about test code alone. False: about all other code alone. */
  tests?: boolean
  /** The severity that such findings have. */
  severity?: Severity
  /** True takes such findings out of what counts: they are listed as suppressed. False keeps them, whatever an override before says. */
  off?: boolean
  /** Why, for whoever reads the result. */
  reason?: string
}
