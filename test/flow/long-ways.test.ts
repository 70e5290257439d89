import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scanner } from '../../src/node/index.ts'
import { openAccess } from '../rules/open-access.ts'

let scanner: Scanner
beforeAll(async () => {
  scanner = await openAccess()
})
afterAll(() => scanner.close())

/** A chain of files that pass data on. The last one has the sink. */
function chainOfFiles(count: number): { readonly path: string; readonly content: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const next = `import { hand as next } from './part${index + 1}.js'\n`
    const body = index === count - 1 ? 'sink(data)' : 'next(data)'
    const start = index === 0 ? 'next(sent())\n' : `export function hand(data) { ${body} }\n`
    return { path: `part${index}.js`, content: `${index === count - 1 ? '' : next}${start}` }
  })
}

/** One file with a number of operations on the data. */
function manySteps(count: number): { readonly path: string; readonly content: string }[] {
  const steps = Array.from({ length: count }, (_, index) => `const x${index + 1} = 'a' + x${index}\n`)
  return [{ path: 'steps.js', content: `const x0 = sent()\n${steps.join('')}sink(x${count})\n` }]
}

describe('the length of the path affects the confidence of a finding', () => {
  it.each([
    { name: 'three files', files: chainOfFiles(3), is: 'critical high' },
    { name: 'four files', files: chainOfFiles(4), is: 'low low' },
    { name: 'few steps', files: manySteps(3), is: 'critical high' },
    { name: 'many steps', files: manySteps(14), is: 'low low' },
  ])('$name', async ({ files, is }) => {
    const { findings } = await scanner.scan(files)
    expect(findings.map(({ severity, confidence }) => `${severity} ${confidence}`)).toEqual([is])
  })
})

/** A chain of function calls within one file, or with the source in another one. */
function passages(count: number, isSplit: boolean): { readonly path: string; readonly content: string }[] {
  const functions = Array.from({ length: count }, (_, index) => `function f${index}(x) { ${index === count - 1 ? 'sink(x)' : `f${index + 1}(x)`} }\n`)
  if (!isSplit) return [{ path: 'passages.js', content: `${functions.join('')}f0(sent())\n` }]
  return [
    { path: 'passages.js', content: `${functions.join('')}export { f0 }\n` },
    { path: 'start.js', content: "import { f0 } from './passages.js'\nf0(sent())\n" },
  ]
}

describe('the number of calls on the path affects findings of a rule with lower confidence', () => {
  it.each([
    { confidence: 'medium', count: 2, where: 'two files', is: 'critical medium' },
    { confidence: 'medium', count: 3, where: 'two files', is: 'low low' },
    { confidence: 'medium', count: 3, where: 'one file', is: 'critical medium' },
    { confidence: 'high', count: 3, where: 'two files', is: 'critical high' },
  ] as const)('$confidence, into $count of $where', async ({ confidence, count, where, is }) => {
    const own = await openAccess(confidence)
    const { findings } = await own.scan(passages(count, where === 'two files'))
    await own.close()
    expect(findings.map(({ severity, confidence: sure }) => `${severity} ${sure}`)).toEqual([is])
  })
})
