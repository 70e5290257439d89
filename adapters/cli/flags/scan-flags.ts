import type { Confidence, Grade, ReportFormat, Severity } from '../../../src/node/index.ts'

/** Words of `--format`. They stand here too, so that the command line knows them before it loads the engine. */
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

/** A file that a report is written to, in a format of its own or that of `--format`. */
export interface OutputTarget {
  readonly file: string
  readonly format?: ReportFormat
}

/** From the most to the least forgiving but for `never`. */
export const THRESHOLDS = ['critical', 'high', 'medium', 'low', 'never'] as const satisfies readonly (Severity | 'never')[]
/** A word of `--fail-on`. */
export type Threshold = (typeof THRESHOLDS)[number]

/** Words of `--severity`, the worst first, and of `--confidence`, the surest first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[]
export const CONFIDENCES = ['high', 'medium', 'low'] as const satisfies readonly Confidence[]

/** Grades that can be asked for, best first. */
export const WANTED_GRADES = ['A+', 'A', 'B', 'C', 'D', 'F'] as const satisfies readonly Grade[]
/** A word of `--min-grade`. */
export type WantedGrade = (typeof WANTED_GRADES)[number]

/** Flags of `assay scan` as they come from the command line. What was not given is undefined, so that defaults are decided in one place. */
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
  /** Settings may name files outside the project. */
  readonly allowOutsidePaths?: boolean
  /** One pattern of code, in place of rules. */
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
  /** A commit: its settings, rules, baseline and ignore files are used instead of those of the working tree. */
  readonly trustedConfig?: string
  /** The folder to work in. */
  readonly directory?: string
  readonly errorOnUnusedSuppressions?: boolean
  readonly requireReasons?: boolean
  /** The address of a service that scans in place of this machine. */
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
  readonly workers?: number
  /** A folder. */
  readonly cache?: string
  readonly stats?: boolean
  readonly profile?: boolean
  readonly profileJson?: string
  readonly quiet?: boolean
  readonly color?: boolean
}
