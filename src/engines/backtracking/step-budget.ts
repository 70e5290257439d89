/** Counts work, so that it ends and always at the same place. */
export class StepBudget {
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  /** False when nothing is left. */
  spend(steps = 1): boolean {
    this.#left -= steps
    return this.#left > 0
  }
}
