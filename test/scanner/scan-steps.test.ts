import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScanResult } from '../../src/model/result.ts'
import type { Scanner, ScanStats } from '../../src/model/scanner.ts'
import type { SourceFile } from '../../src/model/source.ts'
import { createScanner } from '../../src/node/index.ts'

const PATIENCE = 60_000

interface Scanned {
  readonly result: ScanResult
  readonly steps: number
}

const scanWith = async (scanner: Scanner, files: Iterable<SourceFile>, maxScanSteps?: number): Promise<Scanned> => {
  let stats: ScanStats | undefined
  const result = await scanner.scan(files, { limits: maxScanSteps === undefined ? {} : { maxScanSteps }, onStats: (told) => (stats = told) })
  return { result, steps: stats?.steps ?? 0 }
}

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))

/** Files that hand data to the next, from a request to `eval`. */
const chain = (count: number): SourceFile[] =>
  many(count, (index) => ({
    path: `f${String(index).padStart(4, '0')}.js`,
    content: `import { g as next } from './f${String((index + 1) % count).padStart(4, '0')}.js'\nexport function g(x) { ${index % 5 === 4 ? 'eval(x)' : 'next(x)'} }\napp.get('/${index}', (req) => { g(req.query.x) })\neval(location.hash)\n`,
  }))

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

  test('is not there unless it is asked for, and steps are counted all the same', async () => {
    const { result, steps } = await scanWith(scanner, chain(20))
    expect([result.skipped, result.partial]).toEqual([[], []])
    expect(steps).toBeGreaterThan(20_000)
    expect((await scanWith(scanner, chain(20))).steps).toBe(steps)
    expect((await scanWith(scanner, chain(20), steps * 4)).result).toEqual(result)
  })

  test('leaves out files from one path on, and tells each', async () => {
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

  test('tells where data begins that there are no steps to follow', async () => {
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

  test.each([0.2, 0.5, 0.8])('gives the same whatever the order of files, the threads and the cache: %d of what it takes', async (share) => {
    // More than a megabyte, so that threads begin at all.
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
    // Remembering what other budgets gave changes nothing.
    await scanWith(cached, files)
    for (const order of [files, files.toReversed()]) expect(await scanWith(cached, order, most)).toEqual(expected)
  })

  test.each([
    ['files that import each other', (size: number) => chain(size)],
    ['calls that each find something', (size: number) => [{ path: 'a.js', content: 'eval(req.query.x)\n'.repeat(100 * size) }]],
    [
      'files that hand on each other',
      (size: number) => [
        ...many(size, (index) => ({ path: `f${index}.js`, content: `export * from './f${(index + 1) % size}.js'\n` })),
        { path: 'web.js', content: "import { g } from './f0.js'\napp.get('/', (req) => eval(g(req.query.x)))\n" },
      ],
    ],
    [
      'files that all hand on each other',
      (size: number) => [
        ...many(size >> 2, (index) => ({ path: `f${index}.js`, content: many(size >> 2, (other) => `export * from './f${other}.js'\n`).join('') })),
        { path: 'web.js', content: "import { g } from './f0.js'\napp.get('/', (req) => eval(g(req.query.x)))\n" },
      ],
    ],
  ] as const)(
    'counts what grows with %s',
    async (_, make) => {
      const [some, more] = [await scanWith(scanner, make(50)), await scanWith(scanner, make(200))]
      const bytes = (files: readonly SourceFile[]): number => files.reduce((sum, { content }) => sum + content.length, 0)
      // Four times the input takes no more than six times the steps.
      expect(more.steps / some.steps).toBeLessThan((1.5 * bytes(make(200))) / bytes(make(50)))
    },
    PATIENCE,
  )
})
