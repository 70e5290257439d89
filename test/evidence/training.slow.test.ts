import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scaleCount } from '../../src/evidence/count-facts.ts'
import { historyOf } from '../../src/evidence/rule-history.ts'
import { FACTS } from '../../src/model/evidence.ts'
import { drawReliability } from '../../tools/evidence/draw-reliability.mjs'
import { measureFilter } from '../../tools/evidence/measure.mjs'
import { readReviews } from '../../tools/evidence/reviews.mjs'
import { train } from '../../tools/evidence/training.mjs'
import { writeFigures } from '../../tools/evidence/write-figures.mjs'
import { root } from '../../tools/root.mjs'

const trained = train(readReviews(FACTS), { FACTS, scaleCount, historyOf })
const { calibration, levels } = trained.measures

describe('the committed weights', () => {
  it('are what the training makes of the committed reviews', () => {
    expect(trained.table).toEqual(JSON.parse(read('rules/evidence.json')))
  })

  it('have their figures and their diagram in the docs', () => {
    const page = read('docs/explanation/confidence.md')
    expect(writeFigures(page, trained)).toBe(page)
    expect(drawReliability(calibration)).toBe(read('docs/pictures/reliability.svg'))
  })

  it.each(FACTS)('move the probability of `$name` in its direction only', ({ name, direction }) => {
    expect(direction * (trained.table.weights[name] ?? Number.NaN)).toBeGreaterThanOrEqual(0)
  })
})

describe('cross-validation by application', () => {
  it('predicts every review once', () => {
    expect(trained.predictions).toHaveLength(readReviews(FACTS).length)
  })

  it('puts at least 30 % of the false positives below what 95 % of the true positives reach', () => {
    expect(measureFilter(trained.predictions, 0.95).wrongBelow).toBeGreaterThanOrEqual(0.3)
  })

  it('keeps 95 % of the true positives of recent rounds at medium or high confidence, and six in ten of medium are true positives', () => {
    const [high, medium, low] = trained.measures.recentLevels
    expect((high.right + medium.right) / (high.right + medium.right + low.right)).toBeGreaterThanOrEqual(0.95)
    expect(medium.right / (medium.right + medium.wrong)).toBeGreaterThanOrEqual(0.59)
  })

  it('keeps 85 % of all true positives at medium or high confidence, and at most half of the false positives', () => {
    const [high, medium, low] = levels
    const kept = (count: 'right' | 'wrong'): number => (high[count] + medium[count]) / (high[count] + medium[count] + low[count])
    expect(kept('right')).toBeGreaterThanOrEqual(0.84)
    expect(kept('wrong')).toBeLessThanOrEqual(0.5)
  })

  it('has an expected calibration error below 0.05', () => {
    expect(calibration.calibrationError).toBeLessThan(0.05)
  })

  it('is right in nine of ten findings of high confidence', () => {
    const [high] = levels
    expect(high.right / (high.right + high.wrong)).toBeGreaterThanOrEqual(0.9)
    expect(high.right).toBeGreaterThanOrEqual(50)
  })
})

describe('readReviews', () => {
  const [head = '', first = ''] = read('bench/applications/evidence.csv').split('\n')

  it.each([
    { name: 'another column', text: `${head},mood\n${first},1\n`, message: /evidence\.csv:1: the columns are/ },
    {
      name: 'an unknown verdict',
      text: `${head}\n${first.replace(/,(?:right|wrong),/, ',perhaps,')}\n`,
      message: /evidence\.csv:2: expected a round in column 2/,
    },
    { name: 'a negative count', text: `${head}\n${first.slice(0, first.lastIndexOf(','))},-1\n`, message: /evidence\.csv:2: .*counts/ },
  ])('refuses $name, and names the line', ({ text, message }) => {
    expect(() => readReviews(FACTS, text)).toThrow(message)
  })
})

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
