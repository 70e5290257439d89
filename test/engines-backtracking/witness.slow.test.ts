import { expect, it } from 'vitest'
import { findAttack } from '../../src/engines/backtracking/find-attack.ts'
import { createSeededRandom } from '../../src/testing/seeded-random.ts'
import { makePattern } from './random-pattern.ts'

const PATTERNS = 1500
/** Milliseconds of a slow match, and of a fast one. */
const LONG = 20_000

it('each exponential text keeps V8 busy after some dozens of repetitions', { timeout: 600_000 }, () => {
  const random = createSeededRandom('witness')
  const harmless: string[] = []
  let found = 0
  for (let i = 0; i < PATTERNS; i++) {
    const text = makePattern(random)
    const attack = findAttack({ text, syntax: 'javascript', flags: '' }, 'anywhere')
    // V8 refuses patterns whose match would have to start inside the text.
    if (attack?.growth !== 'exponential' || /[^[]\^/.test(text)) continue
    found++
    const write = (repetitions: number): string => attack.prefix + attack.word.repeat(repetitions) + attack.suffix
    let repetitions = 4
    while (repetitions < 80 && measure(text, write(repetitions)) < LONG) repetitions++
    if (repetitions >= 80) harmless.push(`${text} by ${JSON.stringify(attack)}`)
  }
  expect(found).toBeGreaterThan(10)
  expect(harmless).toEqual([])
})

/** Microseconds of this process. */
function measure(pattern: string, text: string): number {
  const before = process.cpuUsage()
  new RegExp(pattern).test(text)
  const { user, system } = process.cpuUsage(before)
  return user + system
}
