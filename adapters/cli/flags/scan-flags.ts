import type { Confidence, Grade, ReportFormat, Severity } from '../../../src/node/index.ts'

/** Values of `--format`. Repeated here so that the command line does not need to load the engine. */
export const FORMATS = [
  'text',
  'json',
  'sarif',
  'junit',
  'gitlab',
  'github',
  'checkstyle',
  'csv',
  'markdown',
  'html',
] as const satisfies readonly ReportFormat[]

/** A file for a report, in its own format or that of `--format`. */
export interface OutputTarget {
  readonly file: string
  readonly format?: ReportFormat
}

/** Least strict last, except for `never`. */
export const THRESHOLDS = ['critical', 'high', 'medium', 'low', 'never'] as const satisfies readonly (Severity | 'never')[]
/** A value of `--fail-on`. */
export type Threshold = (typeof THRESHOLDS)[number]

/** Values of `--severity` (most severe first) and of `--confidence` (highest first). */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[]
export const CONFIDENCES = ['high', 'medium', 'low'] as const satisfies readonly Confidence[]

/** Values of `--min-grade`, best first. */
export const WANTED_GRADES = ['A+', 'A', 'B', 'C', 'D', 'F'] as const satisfies readonly Grade[]
/** A value of `--min-grade`. */
export type WantedGrade = (typeof WANTED_GRADES)[number]

/** Flags of `assay scan` from the command line. Flags that are not set are undefined, so that one module decides the defaults. */
export interface ScanFlags {
  readonly format: ReportFormat
  readonly output?: readonly OutputTarget[]
  /** False for `--no-pack`. */
  readonly pack?: readonly string[] | false
  readonly rules?: readonly string[]
  /** False for `--no-rule-cache`. */
  readonly ruleCache: boolean
  /** False for `--no-config`. */
  readonly config?: string | false
  /** Allows settings to name files outside the project. */
  readonly allowOutsidePaths?: boolean
  /** A code pattern that replaces the rules. */
  readonly pattern?: string
  readonly lang?: string
  readonly severity?: Severity
  readonly confidence?: Confidence
  readonly category?: readonly string[]
  readonly rule?: readonly string[]
  readonly excludeRule?: readonly string[]
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly maxFindings?: number
  /** False for `--no-baseline`. */
  readonly baseline?: string | false
  /** A commit. */
  readonly since?: string
  readonly staged?: boolean
  /** Searches the commits for secrets instead of the files. */
  readonly history?: boolean
  /** With `history`: only this number of the newest commits. */
  readonly maxCommits?: number
  /** With `history`: writes the findings to the file of `baseline`. */
  readonly writeBaseline?: boolean
  /** A commit: its settings, rules, baseline and ignore files are used instead of those of the working tree. */
  readonly trustedConfig?: string
  /** The working folder. */
  readonly directory?: string
  readonly errorOnUnusedSuppressions?: boolean
  readonly requireReasons?: boolean
  /** The URL of a service that does the scan. */
  readonly server?: string
  readonly failOn?: Threshold
  readonly minGrade?: WantedGrade
  readonly allowEmpty?: boolean
  readonly ignore: boolean
  readonly includeVendored?: boolean
  readonly foreignSuppressions?: boolean
  /** Bytes. */
  readonly maxFileSize?: number
  readonly stdinFilename?: string
  readonly snippets: boolean
  readonly fold: boolean
  readonly explainConfidence?: boolean
  readonly workers?: number
  /** A folder. */
  readonly cache?: string
  /** Let a language model judge the findings. */
  readonly triage?: boolean
  /** Print what the triage would send. */
  readonly triageDryRun?: boolean
  /** Settings of the triage. */
  readonly triageSettings?: string
  readonly stats?: boolean
  readonly profile?: boolean
  readonly profileJson?: string
  readonly quiet?: boolean
  readonly color?: boolean
}
