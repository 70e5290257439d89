import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scanner } from '../../src/model/scanner.ts'
import type { SourceFile } from '../../src/model/source.ts'
import { createScanner } from '../../src/node/index.ts'
import { chain, many, scanWith } from './count-steps.ts'

const PATIENCE = 60_000

const byText = (left: string, right: string): number => (left < right ? -1 : 1)

describe('a budget of steps for a whole scan', () => {
  let scanner: Scanner
  let threads: Scanner
  let cached: Scanner
  beforeAll(async () => {
    scanner = await createScanner()
    threads = await createScanner({ workers: Math.min(2, availableParallelism()) })
    cached = await createScanner({ cache: 10_000_000 })
  }, PATIENCE)
  afterAll(async () => {
    for (const each of [scanner, threads, cached]) await each.close()
  })

  test.each([0.2, 0.5, 0.8])('gives the same result for any order of files, threads and cache: %d of its steps', async (share) => {
    // More than a megabyte, so that threads start.
    const files = chain(120).map(({ path, content }, index) => ({
      path,
      content: `${content}${`// ${'filler '.repeat(20)}\n`.repeat(index % 7 === 0 ? 600 : 1)}`,
    }))
    const { steps } = await scanWith(scanner, files)
    const most = Math.floor(steps * share)
    const expected = await scanWith(scanner, files, most)
    expect(expected.result.skipped.length + expected.result.partial.length).toBeGreaterThan(0)
    const shuffled = files.toSorted((left, right) => byText(String(left.path).slice(-5), String(right.path).slice(-5)))
    function* oneByOne(given: readonly SourceFile[]): Generator<SourceFile> {
      yield* given
    }
    for (const order of [files.toReversed(), shuffled]) {
      expect(await scanWith(scanner, order, most)).toEqual(expected)
      expect(await scanWith(scanner, oneByOne(order), most)).toEqual(expected)
      expect(await scanWith(threads, order, most)).toEqual(expected)
    }
    // The cache must not contain results of other budgets.
    await scanWith(cached, files)
    for (const order of [files, files.toReversed()]) expect(await scanWith(cached, order, most)).toEqual(expected)
  })

  test.each([
    ['files that import each other', (size: number) => chain(size)],
    ['calls that each find something', (size: number) => [{ path: 'a.js', content: 'eval(req.query.x)\n'.repeat(100 * size) }]],
    [
      'files that pass data to each other',
      (size: number) => [
        ...many(size, (index) => ({ path: `f${index}.js`, content: `export * from './f${(index + 1) % size}.js'\n` })),
        { path: 'web.js', content: "import { g } from './f0.js'\napp.get('/', (req) => eval(g(req.query.x)))\n" },
      ],
    ],
    [
      'files that all pass data to each other',
      (size: number) => [
        ...many(size >> 2, (index) => ({ path: `f${index}.js`, content: many(size >> 2, (other) => `export * from './f${other}.js'\n`).join('') })),
        { path: 'web.js', content: "import { g } from './f0.js'\napp.get('/', (req) => eval(g(req.query.x)))\n" },
      ],
    ],
  ] as const)(
    'counts steps that grow with %s',
    async (_, make) => {
      const [some, more] = [await scanWith(scanner, make(50)), await scanWith(scanner, make(200))]
      const bytes = (files: readonly SourceFile[]): number => files.reduce((sum, { content }) => sum + content.length, 0)
      // Four times the input takes at most six times the steps.
      expect(more.steps / some.steps).toBeLessThan((1.5 * bytes(make(200))) / bytes(make(50)))
    },
    PATIENCE,
  )
})
