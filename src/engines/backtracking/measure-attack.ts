import { countSteps, type Tried } from './count-steps.ts'
import type { Growth } from './growth.ts'
import type { Pattern } from './pattern-node.ts'

/** Up to so many repetitions are tried one by one, and so many steps taken for each at most. */
const FEW = 24
const FEW_LIMIT = 30_000
/** Where one more repetition takes at least so many times the steps, and this does not get less. */
const LEAST_EXPONENTIAL = 1.25
const LEAST_STEADY = 0.85
/** So many repetitions, and twice and four times as many, tell a power from a line. */
const MANY = 24
const MANY_LIMIT = 250_000
const LEAST_SUPERLINEAR = 3

/** How the steps of the matcher grow with the number of repetitions, as counted; undefined for no more than they do. */
export function measureAttack(pattern: Pattern, write: (repetitions: number) => string, tried: Tried): Growth | undefined {
  const count = (repetitions: number, limit: number): number => countSteps(pattern, write(repetitions), tried, limit).steps
  const ratios: number[] = []
  let before = count(1, FEW_LIMIT)
  for (let repetitions = 2; repetitions <= FEW && before < FEW_LIMIT; repetitions++) {
    const steps = count(repetitions, FEW_LIMIT)
    ratios.push(steps / before)
    before = steps
  }
  if (before >= FEW_LIMIT / 10 && isSteady(ratios)) return 'exponential'
  const [once, twice, fourTimes] = [count(MANY, MANY_LIMIT), count(2 * MANY, MANY_LIMIT), count(4 * MANY, MANY_LIMIT)]
  if (once >= MANY_LIMIT) return 'polynomial'
  const [less, more] = fourTimes < MANY_LIMIT ? [twice, fourTimes] : [once, twice]
  return more >= LEAST_SUPERLINEAR * less ? 'polynomial' : undefined
}

/** Powers of the length grow as fast at first, and then less with each repetition. The last ratio is cut off by the limit. */
function isSteady(ratios: readonly number[]): boolean {
  const last = ratios.slice(-5, -1)
  const [first = 0] = last
  return last.length >= 2 && last.every((ratio) => ratio >= LEAST_EXPONENTIAL && ratio >= LEAST_STEADY * first)
}
