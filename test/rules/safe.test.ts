import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'
import { loadRules } from './load-rules.ts'

/** Correct code that looks similar to weaknesses. */
const folder = join(root, 'fixtures/safe')

it('all rules together find nothing in safe code', { timeout: 400_000 }, async () => {
  const { scanner } = await loadRules()
  const files = readdirSync(folder).map((path) => ({ path, content: readFileSync(join(folder, path)) }))
  const { findings, filesScanned, partial } = await scanner.scan(files)
  expect(filesScanned).toBeGreaterThanOrEqual(3)
  expect(partial).toEqual([])
  expect(findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`)).toEqual([])
})
