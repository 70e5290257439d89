import type { Limits } from '../../model/scanner.ts'

/**
 * Thrown in a matcher when the budget of its rule in this file, or the budget of all rules, is spent (the message says which). Caught where the rule
 * was started.
 */
export class StepLimitError extends Error {
  override readonly name = 'StepLimitError'
}

/** All rules together may use this multiple of one rule's budget: a hostile file is usually hostile for all rules. */
const RULES_TOGETHER = 4

/** Counts the work of each rule on one file. Counting instead of timing makes results deterministic. */
export interface StepBudget {
  /** Steps of all rules together so far. */
  spent(): number
  /** Charges following steps to this rule. */
  charge(rule: number): void
  spend(steps: number): void
}

/**
 * `maxStepsPerRule` steps for each rule, and four times as many for all rules together, up to the limit of the whole scan. After that `spend` throws
 * `StepLimitError`.
 */
export function createStepBudget(rules: number, { maxStepsPerRule: most, maxScanSteps }: Limits): StepBudget {
  const left = new Float64Array(rules).fill(most)
  const all = Math.min(RULES_TOGETHER * most, maxScanSteps)
  let together = all
  let current = 0
  return {
    spent: () => all - together,
    charge: (rule) => {
      current = rule
    },
    spend: (steps) => {
      const remaining = (left[current] ?? 0) - steps
      left[current] = remaining
      together -= steps
      if (remaining < 0) throw new StepLimitError(`The rule needs more than ${most} steps here.`)
      if (together < 0) throw new StepLimitError(`All rules together need more than ${all} steps here; this one is left out.`)
    },
  }
}
