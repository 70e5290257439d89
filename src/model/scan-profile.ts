/** What a scan cost, told part by part, the slowest first. Not part of the result, which never varies. */
export interface ScanProfile {
  readonly phases: readonly PhaseCost[]
  /** Rules that were tried at all. What data flow does with all rules together, once it has found where flows begin and end, is in the phase `flow` alone. */
  readonly rules: readonly RuleCost[]
  /** Files that were read. */
  readonly files: readonly FileCost[]
}

/** Milliseconds exclude phases within. `bytes` are those of the files that the phase looked at; units of text count as one. */
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
  /** Of the files in which the rule was tried. */
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
