/** Thrown inside a matcher when the budget of its rule in this file is spent. Caught where the rule was started. */
export class StepLimitError extends Error {
  override readonly name = 'StepLimitError'
  constructor() {
    super('the step budget of a rule is spent')
  }
}

/** Counts the work of each rule on one file: counted, not timed, so that results never vary. */
export interface StepBudget {
  /** Charges following steps to this rule. */
  charge(rule: number): void
  spend(steps: number): void
}

export function createStepBudget(rules: number, most: number): StepBudget {
  const left = new Float64Array(rules).fill(most)
  let current = 0
  return {
    charge: (rule) => {
      current = rule
    },
    spend: (steps) => {
      const remaining = (left[current] ?? 0) - steps
      left[current] = remaining
      if (remaining < 0) throw new StepLimitError()
    },
  }
}
