/**
 * Costs of other work in steps of matching and data flow: about a fifth of a microsecond each. `npm run bench -- hostile-inputs` measures the time of
 * a step for each input.
 */
const STEP_COSTS = {
  /** A file, independent of its content. */
  file: 1_000,
  /** Allocations for a file that is parsed, and for one that may take part in data flow. */
  parsed: 2_000,
  lowered: 2_000,
  /** A UTF-16 unit that is searched for literals, and one that is parsed. */
  unit: 0.05,
  parsedUnit: 1,
  /** A value of a lowered file. */
  value: 4,
} as const

/** Steps for reading a file of a size, including everything that follows from it. */
export function costOfFile(units: number, parsed: boolean): number {
  const { file, unit, parsedUnit } = STEP_COSTS
  return Math.ceil(file + units * unit + (parsed ? STEP_COSTS.parsed + units * parsedUnit : 0))
}

/** Steps for lowering a file to a number of values. */
export function costOfLowering(values: number): number {
  return STEP_COSTS.lowered + values * STEP_COSTS.value
}
