import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scanner } from '../../src/model/scanner.ts'
import { createScanner } from '../../src/node/index.ts'
import { chain, many, scanWith } from './count-steps.ts'

const PATIENCE = 60_000

describe('a budget of steps for a whole scan', () => {
  let scanner: Scanner
  beforeAll(async () => {
    scanner = await createScanner()
  }, PATIENCE)
  afterAll(() => scanner.close())

  test('has no limit by default, and steps are counted anyway', async () => {
    const { result, steps } = await scanWith(scanner, chain(20))
    expect([result.skipped, result.partial]).toEqual([[], []])
    expect(steps).toBeGreaterThan(20_000)
    expect((await scanWith(scanner, chain(20))).steps).toBe(steps)
    expect((await scanWith(scanner, chain(20), steps * 4)).result).toEqual(result)
  })

  test('leaves out files after one path, and reports each', async () => {
    const files = chain(60)
    const { steps } = await scanWith(scanner, files)
    const { result, steps: taken } = await scanWith(scanner, files, Math.floor(steps / 3))
    expect(taken).toBeLessThan(steps / 2)
    const left = result.skipped.map(({ file, reason }) => `${file} ${reason}`)
    expect(left.length).toBeGreaterThan(0)
    expect(left).toEqual(files.slice(60 - left.length).map(({ path }) => `${path} scan-limit`))
    expect(result.filesScanned).toBe(60 - left.length)
    expect(result.score).toBeLessThanOrEqual(89)
    expect(result.findings.every(({ file }) => file < files[60 - left.length].path)).toBe(true)
  })

  test('reports sources for whose data no steps are left', async () => {
    const files = [
      { path: 'a.js', content: `import { run } from './b.js'\napp.get('/', (req) => { ${'run(req.query.x, run);'.repeat(30)} })\n` },
      {
        path: 'b.js',
        content: many(40, (index) => {
          const last = index === 39 ? 'eval(z[0])' : `f${index + 1}(z[0], z); f${index + 1}(y, z[1])`
          return `export function ${index === 0 ? 'run' : `f${index}`}(x, y) { const z = [x, y]; z.push(y); ${last} }\n`
        }).join(''),
      },
    ]
    const { result: whole, steps } = await scanWith(scanner, files)
    expect([whole.findings.map(({ file }) => file), whole.partial]).toEqual([['b.js'], []])
    const { result } = await scanWith(scanner, files, Math.floor(steps / 2))
    expect([result.skipped, result.findings.filter(({ trace }) => trace !== undefined)]).toEqual([[], []])
    expect(result.partial.length).toBeGreaterThan(0)
    expect(result.score).toBeLessThanOrEqual(96)
  })
})
