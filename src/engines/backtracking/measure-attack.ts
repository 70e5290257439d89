import { type Count, countSteps, type Tried } from './count-steps.ts'
import type { Growth } from './growth.ts'
import type { Pattern } from './pattern-node.ts'

/** Up to so many repetitions are tried one by one, and so many steps taken for each at most. */
const FEW = 24
const FEW_LIMIT = 100_000
/** Where one more repetition takes at least so many times the steps, and what it adds does not get less. */
const LEAST_EXPONENTIAL = 1.25
const LEAST_STEADY = 0.8
/** Of fewer ratios the first is looked at beside the last, of more the one in the middle. */
const FEW_RATIOS = 6
/** So many repetitions, and half, twice and four times as many, tell a power from a line. */
const MANY = 24
const MANY_LIMIT = 250_000
const LEAST_SUPERLINEAR = 3

/** How the steps of the matcher grow with the number of repetitions, as counted; undefined for no more than they do, or where that cannot be counted. */
export function measureAttack(pattern: Pattern, write: (repetitions: number) => string, tried: Tried): Growth | undefined {
  const count = (repetitions: number, limit: number): Count => countSteps(pattern, write(repetitions), tried, limit)
  const ratios: number[] = []
  let before = count(1, FEW_LIMIT)
  for (let repetitions = 2; repetitions <= FEW && before.steps < FEW_LIMIT; repetitions++) {
    const next = count(repetitions, FEW_LIMIT)
    if (next.isTooDeep) return undefined
    ratios.push(next.steps / before.steps)
    before = next
  }
  if (before.steps >= FEW_LIMIT / 10 && isSteady(ratios)) return 'exponential'
  for (let most = 4 * MANY; most >= MANY; most /= 2) {
    const [less, more] = [count(most / 2, MANY_LIMIT), count(most, MANY_LIMIT)]
    if (most === 2 * MANY && !less.isTooDeep && less.steps >= MANY_LIMIT) return 'polynomial'
    if (!more.isTooDeep && more.steps < MANY_LIMIT) return more.steps >= LEAST_SUPERLINEAR * less.steps ? 'polynomial' : undefined
  }
  return undefined
}

/** An exponential grows with the same ratio from repetition to repetition; the ratio of a power falls towards one, as the repetitions get more. The last one is cut off by the limit. */
function isSteady(ratios: readonly number[]): boolean {
  const whole = ratios.slice(0, -1)
  if (whole.length < 2) return false
  const [early = 1, late = 1] = [whole[whole.length < FEW_RATIOS ? 0 : whole.length >> 1], whole.at(-1)]
  return late >= LEAST_EXPONENTIAL && late - 1 >= LEAST_STEADY * (early - 1)
}
