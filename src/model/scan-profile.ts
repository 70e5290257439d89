/** The costs of a scan by part, most expensive first. Not part of the result, which is deterministic. */
export interface ScanProfile {
  readonly phases: readonly PhaseCost[]
  /** Rules that were tried. Data-flow analysis of all rules together, after sources and sinks are found, is only in the phase `flow`. */
  readonly rules: readonly RuleCost[]
  /** Files that were read. */
  readonly files: readonly FileCost[]
}

/** Milliseconds exclude nested phases. `bytes` are those of the files in the phase; a unit of text counts as one. */
export interface PhaseCost {
  readonly phase: string
  readonly milliseconds: number
  readonly bytes: number
  readonly nanosecondsPerByte: number
}

/** Compiling the rule for its first file is included, parsing and reading names are not. */
export interface RuleCost {
  readonly rule: string
  readonly milliseconds: number
  /** Bytes of the files in which the rule was tried. */
  readonly bytes: number
  readonly files: number
  readonly nanosecondsPerByte: number
}

/** All phases of one file. */
export interface FileCost {
  readonly file: string
  readonly milliseconds: number
  readonly bytes: number
  readonly nanosecondsPerByte: number
}
