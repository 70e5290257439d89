import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compareQuery, type Outcome, readSample, type Sample } from './compare-query.ts'
import { createRandom, generateQuery, type Random } from './generate-query.ts'
import { compileQuery } from '../../src/matchers/query/compile-query.ts'
import { contextOf, runQuery } from './run-query.ts'
import { loadOracle, type Oracle, readModule } from './oracle.ts'
import { WRITTEN } from './written-queries.ts'

/** For a longer run: `QUERY_SECONDS=600 QUERY_SEED=7 npx vitest run test/query`. */
const SECONDS = Number(process.env['QUERY_SECONDS'] ?? 12)
const SEED = Number(process.env['QUERY_SEED'] ?? 20)
const UNITS = 5000
const LEAST_QUERIES = 300

const typescript = 'tree-sitter-typescript/tree-sitter-'
const grammars = [
  { id: 'javascript', wasm: 'tree-sitter-javascript/tree-sitter-javascript.wasm', files: ['commander/lib/command.js', 'ajv/dist/core.js'], share: 4 },
  {
    id: 'typescript',
    wasm: `${typescript}typescript.wasm`,
    files: ['hono/dist/types/hono-base.d.ts', '../test/query/sample.tsx.txt'],
    share: 2,
  },
  { id: 'tsx', wasm: `${typescript}tsx.wasm`, files: ['../test/query/sample.tsx.txt'], share: 2 },
  { id: 'python', wasm: 'tree-sitter-python/tree-sitter-python.wasm', files: ['../test/samples/shop.py'], share: 3 },
  { id: 'json', wasm: 'tree-sitter-json/tree-sitter-json.wasm', files: ['ajv/package.json'], share: 1 },
  { id: 'hcl', wasm: '@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm', files: ['ajv/package.json'], share: 1 },
  { id: 'toml', wasm: '@tree-sitter-grammars/tree-sitter-toml/tree-sitter-toml.wasm', files: ['ajv/package.json'], share: 1 },
].filter(({ wasm }) => existsSync(new URL(`../../node_modules/${wasm}`, import.meta.url)))

const counts = { compared: 0, matches: 0, explained: 0, forgotten: 0, skipped: 0, refused: 0 }

function count(outcome: Outcome): void {
  if (outcome.kind === 'same' || outcome.kind === 'explained' || outcome.kind === 'forgotten') {
    counts.compared++
    counts.matches += outcome.matches
  }
  if (outcome.kind === 'explained') counts.explained++
  if (outcome.kind === 'forgotten') counts.forgotten++
  if (outcome.kind === 'skipped') counts.skipped++
  if (outcome.kind === 'refused') counts.refused++
}

/** The original text, and a corrupted one. */
function corrupt(text: string, round: number, random: Random): string {
  if (round === 0) return text
  const cut = Math.floor(random() * text.length)
  return text.slice(0, cut) + ['}})]("', '`${', '\n\t"""', '<a>'][round % 4] + text.slice(cut + Math.floor(random() * 200))
}

test.each(grammars)(
  '$id queries find the same as those of tree-sitter, in correct and broken files',
  { timeout: (SECONDS + 120) * 1000 },
  async ({ id, wasm, files, share }) => {
    const oracle = await loadOracle(id, wasm)
    const random = createRandom(SEED)
    const samples: Sample[] = files.flatMap((file) => {
      const text = new TextDecoder().decode(readModule(file)).slice(0, UNITS)
      return [0, 1, 2].map((round) => readSample(oracle, corrupt(text, round, random)))
    })
    for (const [at, source] of (WRITTEN[id] ?? []).entries()) {
      for (const sample of [samples[0], samples[1 + (at % (samples.length - 1))]]) {
        if (sample === undefined) continue
        const outcome = compareQuery(oracle, source, sample)
        // A query with names that one of the TypeScript grammars lacks was not written for it.
        if (outcome.kind === 'refused') expect([id, source, outcome.code]).toEqual([id, source, expect.stringMatching(/unknown|impossible/)])
        expect(outcome.kind === 'different' ? `${id} ${source}: ${outcome.detail}` : '').toBe('')
        count(outcome)
      }
    }
    const until = performance.now() + (SECONDS * 1000 * share) / 14
    for (let at = 0; at < 16 * share || performance.now() < until; at++) {
      const sample = samples[at % samples.length]
      if (sample === undefined) continue
      const source = generateQuery(sample.flat, sample.text, random)
      const outcome = compareQuery(oracle, source, sample)
      expect(outcome.kind === 'different' ? `${id} seed ${SEED} round ${at}: ${source}: ${outcome.detail}` : '').toBe('')
      count(outcome)
    }
    for (const { tree } of samples) tree.delete()
  },
)

test('enough was compared, and most of it found something', () => {
  console.info(`queries compared (seed ${SEED}):`, JSON.stringify(counts))
  expect(counts.compared).toBeGreaterThanOrEqual(LEAST_QUERIES)
  expect(counts.matches).toBeGreaterThan(counts.compared)
  expect(counts.explained + counts.forgotten).toBeLessThan(counts.compared / 20)
  expect(counts.skipped).toBeLessThan(counts.compared / 20)
})

/** Generated queries have many paths. */
const MAX_STEPS = 50_000

/** The nodes that a query captures as `@match`. Undefined if it is refused, or takes too many steps. */
function matchesOf(source: string, oracle: Oracle, { flat, text }: Sample): ReadonlySet<string> | undefined {
  const compiled = compileQuery(source, oracle.grammar)
  if (!('test' in compiled)) return undefined
  let left = MAX_STEPS
  const spend = (steps: number): void => {
    left -= steps
    if (left < 0) throw new RangeError('too many steps')
  }
  try {
    return new Set([...runQuery(compiled, contextOf(flat, text, spend))].map((line) => line.split(' ')[0] ?? ''))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

test.each(grammars)(
  '$id queries whose captures begin with _ match the same nodes, and bind nothing',
  { timeout: 180_000 },
  async ({ id, wasm, files }) => {
    const oracle = await loadOracle(id, wasm)
    const random = createRandom(SEED)
    const samples: Sample[] = files.map((file) => readSample(oracle, new TextDecoder().decode(readModule(file)).slice(0, UNITS)))
    const made = Array.from({ length: 60 }, (_, at) => generateQuery(samples[at % samples.length].flat, samples[at % samples.length].text, random))
    let compared = 0
    for (const source of [...(WRITTEN[id] ?? []), ...made]) {
      const silent = source.replace(/"(?:[^"\\]|\\[^])*"|@(?!match\b)(?=[\w])/g, (part) => (part === '@' ? '@_' : part))
      for (const sample of samples) {
        const loud = silent === source ? undefined : matchesOf(source, oracle, sample)
        const quiet = loud === undefined ? undefined : matchesOf(silent, oracle, sample)
        if (loud === undefined || quiet === undefined) continue
        expect([silent, quiet]).toEqual([silent, loud])
        compared += loud.size
      }
    }
    expect(compared).toBeGreaterThan(20)
    for (const { tree } of samples) tree.delete()
  },
)
