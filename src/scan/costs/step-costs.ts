/**
 * What work costs beside steps of matching and of data flow, in such steps: about a fifth of a microsecond each. `npm run bench -- hostile-inputs` shows what a step of each input takes.
 */
const STEP_COSTS = {
  /** A file, whatever is in it. */
  file: 1_000,
  /** What is made anew for a file that is parsed, and for one that data may flow through. */
  parsed: 2_000,
  lowered: 2_000,
  /** A UTF-16 unit that is looked through for literals, and one that is parsed. */
  unit: 0.05,
  parsedUnit: 1,
  /** A value of a lowered file. */
  value: 4,
} as const

/** Steps of reading a file of so many UTF-16 units, with what they lead to. */
export function costOfFile(units: number, parsed: boolean): number {
  const { file, unit, parsedUnit } = STEP_COSTS
  return Math.ceil(file + units * unit + (parsed ? STEP_COSTS.parsed + units * parsedUnit : 0))
}

/** Steps of lowering a file to so many values. */
export function costOfLowering(values: number): number {
  return STEP_COSTS.lowered + values * STEP_COSTS.value
}
