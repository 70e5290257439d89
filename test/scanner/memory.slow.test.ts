import { expect, test } from 'vitest'
import { createTestScanner } from './scan-rules.ts'

/** Megabytes of the parser: 24 of them for its stack and grammars. Its real limit of 2,048 would take long to reach. */
const MEMORY_MB = 72
const { Memory } = WebAssembly

WebAssembly.Memory = new Proxy(Memory, {
  construct: (target, [descriptor]) => new target({ ...descriptor, maximum: MEMORY_MB * 16 }),
})

test('a text whose tree does not fit into memory is scanned in part, and others are not concerned', async () => {
  const huge = `${'a+'.repeat(500_000)}a\neval(a)`
  const small = `${'f(1);\n'.repeat(20_000)}eval(a)`
  const scanner = await createTestScanner()
  const files = ['a.js', 'b.js', 'c.js', 'd.js'].map((path, index) => ({ path, content: index % 2 === 0 ? huge : small }))
  const result = await scanner.scan(files, { includeVendored: true })
  expect(result.findings.map(({ file }) => file)).toEqual(['b.js', 'd.js'])
  expect(result.partial.map(({ file, reason }) => ({ file, reason }))).toEqual([
    { file: 'a.js', reason: 'parse-budget' },
    { file: 'c.js', reason: 'parse-budget' },
  ])
  await scanner.close()
})
