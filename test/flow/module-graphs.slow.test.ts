import { afterAll, describe, expect, it } from 'vitest'
import { createScanner } from '../../src/node/index.ts'

const scanner = await createScanner()

afterAll(() => scanner.close())

interface Source {
  readonly path: string
  readonly content: string
}

const count = (size: number): readonly number[] => Array.from({ length: size }, (_, index) => index)
const WEB = "import { g } from './f0.js'\napp.get('/', (req) => g(req.query.x))\n"

/** Graphs of re-exports that end at a function which executes its parameter. */
const GRAPHS = [
  {
    name: 'a chain of 40 stars',
    files: count(40).map((i) => ({ path: `f${i}.js`, content: i === 39 ? 'export const g = (x) => eval(x)\n' : `export * from './f${i + 1}.js'\n` })),
  },
  {
    name: 'a chain of 40 names',
    files: count(40).map((i) => ({
      path: `f${i}.js`,
      content: i === 39 ? 'export const g = (x) => eval(x)\n' : `export { g } from './f${i + 1}.js'\n`,
    })),
  },
  {
    name: 'a ring of stars',
    files: count(30).map((i) => ({
      path: `f${i}.js`,
      content: `export * from './f${(i + 1) % 30}.js'\n${i === 20 ? 'export const g = (x) => eval(x)\n' : ''}`,
    })),
  },
  {
    name: 'stars of all by all',
    files: count(30).map((i) => ({
      path: `f${i}.js`,
      content: `${count(30)
        .map((j) => `export * from './f${j}.js'\n`)
        .join('')}${i === 29 ? 'export const g = (x) => eval(x)\n' : ''}`,
    })),
  },
  {
    name: 'names that change within a ring of stars',
    files: [
      { path: 'f0.js', content: "export * from './f1.js'\nexport { h as g } from './f1.js'\n" },
      { path: 'f1.js', content: "export * from './f0.js'\nexport { k as h } from './f2.js'\n" },
      { path: 'f2.js', content: 'export const k = (x) => eval(x)\n' },
    ],
  },
]

describe('data is followed through', () => {
  it.each(GRAPHS)('$name, whatever the order of the files', async ({ files }) => {
    const found = await scan([{ path: 'web.js', content: WEB }, ...files])
    expect(found.findings).toHaveLength(1)
    expect(await scan([...files.toReversed(), { path: 'web.js', content: WEB }])).toEqual(found)
  })
})

it('re-exports beyond the bound on steps are a gap, the same in any order of the files', async () => {
  // Each file imports all names of all files after it.
  const chain = count(260).map((i) => {
    const names = count(100).map((name) => `export const n${i}_${name} = 1\n`)
    const next = `import * as all from './f${i + 1}.js'\nexport * from './f${i + 1}.js'\n`
    return { path: `f${i}.js`, content: `${next}${names.join('')}app.get('/', (req) => eval(all[req.query.x]))\n` }
  })
  const found = await scan(chain)
  expect(found.gaps).toContain('The re-exports that this file imports reached the step limit. Some imports are not resolved.')
  expect(await scan(chain.toReversed())).toEqual(found)
})

async function scan(files: readonly Source[]): Promise<{ readonly findings: readonly string[]; readonly gaps: readonly string[] }> {
  const { findings, partial } = await scanner.scan(files)
  return {
    findings: findings.filter(({ trace }) => trace !== undefined).map(({ rule, file }) => `${rule} ${file}`),
    gaps: partial.map(({ detail }) => detail),
  }
}
