/** What the process tells its caller. Changing one is a major release. */
export const EXIT_CODES = {
  /** No finding at or over the threshold. */
  passed: 0,
  /** Findings at or over it, or a grade below the one asked for. */
  failed: 1,
  /** Wrong usage, configuration or rules. */
  wrongUsage: 2,
  /** The scan could not be completed, or no file was scanned, or none of the code that there is. */
  incomplete: 3,
  /** Stopped by Ctrl-C, as shells count: 128 and the number of the signal. */
  interrupted: 130,
  terminated: 143,
} as const
