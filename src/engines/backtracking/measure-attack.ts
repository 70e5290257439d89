import { type Count, countSteps, type Tried } from './count-steps.ts'
import type { Growth } from './growth.ts'
import type { Pattern } from './pattern-node.ts'

/** Up to this many repetitions are tried one by one, with a limited number of steps each. */
const FEW = 24
const FEW_LIMIT = 100_000
/** Growth is exponential if each repetition multiplies the steps by at least this factor and the increase does not shrink. */
const LEAST_EXPONENTIAL = 1.25
const LEAST_STEADY = 0.8
/** With fewer ratios the first is compared with the last, otherwise the middle one. */
const FEW_RATIOS = 6
/** This many repetitions, half, twice and four times as many distinguish a power from linear growth. */
const MANY = 24
const MANY_LIMIT = 250_000
const LEAST_SUPERLINEAR = 3

/** The measured growth of steps with the number of repetitions. Undefined for linear growth, or if it cannot be measured. */
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

/**
 * Exponential growth has a constant ratio between repetitions, while the ratio of a power decreases towards one. The last ratio is cut off by the
 * limit.
 */
function isSteady(ratios: readonly number[]): boolean {
  const whole = ratios.slice(0, -1)
  if (whole.length < 2) return false
  const [early = 1, late = 1] = [whole[whole.length < FEW_RATIOS ? 0 : whole.length >> 1], whole.at(-1)]
  return late >= LEAST_EXPONENTIAL && late - 1 >= LEAST_STEADY * (early - 1)
}
