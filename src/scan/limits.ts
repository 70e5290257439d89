import { BOUNDS } from '../model/bounds.ts'
import type { Limits } from '../model/scanner.ts'

/** Tree-sitter needs up to 286 MB for 1 MB of source, and hand-written files are far smaller. */
const MAX_FILE_BYTES = BOUNDS.fileBytes.value
/** Name resolution climbs from a node, so deeper code would be quadratic. Ordinary code stays below 100, generated sums below 3,000. */
const MAX_NESTING = BOUNDS.fileNesting.value
/** Further findings of one rule in one file add no information. */
const MAX_MATCHES_PER_RULE = BOUNDS.matchesPerRule.value
/** About a second of matching. Real files take less than 100,000 steps for any rule. */
const MAX_STEPS_PER_RULE = BOUNDS.stepsPerRule.value
/** All packages of a Python installation, 180 MB that import each other, took 3.2 GB without a bound, and 1.3 GB with it in half of the time. */
const MAX_FLOW_VALUES = BOUNDS.flowValues.value

/** Unlimited by default: users who scan their own files wait. Services set a limit for unknown callers. */
const MAX_SCAN_STEPS = Number.MAX_SAFE_INTEGER

export const DEFAULT_LIMITS: Limits = {
  maxFileBytes: MAX_FILE_BYTES,
  maxNesting: MAX_NESTING,
  maxMatchesPerRule: MAX_MATCHES_PER_RULE,
  maxStepsPerRule: MAX_STEPS_PER_RULE,
  maxFlowValues: MAX_FLOW_VALUES,
  maxScanSteps: MAX_SCAN_STEPS,
}

/** The default limits with overrides. Throws `RangeError` for a value that is no integer from 0, and for unknown limits. */
export function readLimits(given: Partial<Limits> = {}): Limits {
  const limits: Record<keyof Limits, number> = { ...DEFAULT_LIMITS }
  for (const [name, bound] of Object.entries(given)) {
    if (bound === undefined) continue
    if (!isLimit(name)) throw new RangeError(`\`limits.${name}\` is no bound of a scan: ${Object.keys(DEFAULT_LIMITS).join(', ')}.`)
    if (!Number.isSafeInteger(bound) || bound < 0) throw new RangeError(`\`limits.${name}\` must be a whole number from 0.`)
    limits[name] = bound
  }
  return limits
}

function isLimit(name: string): name is keyof Limits {
  return Object.hasOwn(DEFAULT_LIMITS, name)
}
