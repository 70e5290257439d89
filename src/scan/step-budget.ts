/** Thrown inside a matcher when the budget of its rule in this file, or that of all rules together, is spent; the message says which. Caught where the rule was started. */
export class StepLimitError extends Error {
  override readonly name = 'StepLimitError'
}

/** All rules together take no more than this many of them would alone: hostile files are so for one rule as for the next. */
const RULES_TOGETHER = 4

/** Counts the work of each rule on one file: counted, not timed, so that results never vary. */
export interface StepBudget {
  /** Charges following steps to this rule. */
  charge(rule: number): void
  spend(steps: number): void
}

/** `most` steps for each of so many rules, and four times as many for all of them together. Past that `spend` throws `StepLimitError`. */
export function createStepBudget(rules: number, most: number): StepBudget {
  const left = new Float64Array(rules).fill(most)
  let together = RULES_TOGETHER * most
  let current = 0
  return {
    charge: (rule) => {
      current = rule
    },
    spend: (steps) => {
      const remaining = (left[current] ?? 0) - steps
      left[current] = remaining
      together -= steps
      if (remaining < 0) throw new StepLimitError(`The rule needs more than ${most} steps here.`)
      if (together < 0) throw new StepLimitError(`All rules together need more than ${RULES_TOGETHER * most} steps here; this one is left out.`)
    },
  }
}
