/** Exit codes. Changing one requires a major release. */
export const EXIT_CODES = {
  /** No finding at or over the threshold. */
  passed: 0,
  /** Findings at or over the threshold, or a grade below the requested one. */
  failed: 1,
  /** Wrong usage, settings or rules. */
  wrongUsage: 2,
  /** The scan is incomplete, or nothing was scanned. */
  incomplete: 3,
  /** Stopped by Ctrl-C: 128 plus the number of the signal, as in shells. */
  interrupted: 130,
  terminated: 143,
} as const
