import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScanner, type Scanner } from '../../src/node/index.ts'
import { checkScan } from './check-scan.ts'
import { HOSTILE } from './hostile-files.ts'

/** Maximum CPU milliseconds of one scan. On an idle machine the slowest takes a quarter of it. */
const MAX_MILLISECONDS = 40_000
/** One of this number of cases is scanned in both orders. */
const REVERSED_EVERY = 4

let scanner: Scanner

beforeAll(async () => {
  scanner = await createScanner({ packs: ['full'] })
}, 60_000)
afterAll(() => scanner.close())

describe('a scan ends soon and lists every gap for', () => {
  it.each(HOSTILE.map((hostile, index) => ({ ...hostile, index })))('$name', { timeout: 120_000 }, async ({ files, index }) => {
    const { milliseconds } = await checkScan(scanner, files, index % REVERSED_EVERY === 0)
    expect(milliseconds).toBeLessThan(MAX_MILLISECONDS)
  })
})
