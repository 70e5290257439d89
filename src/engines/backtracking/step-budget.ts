/** Counts steps, so that the analysis ends deterministically. */
export class StepBudget {
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  /** False if the budget is spent. */
  spend(steps = 1): boolean {
    this.#left -= steps
    return this.#left > 0
  }
}
