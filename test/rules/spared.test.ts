import { expect, test } from 'vitest'
import type { ScanStats } from '../../src/node/index.ts'
import { loadRules } from './load-rules.ts'

/** A rule without required literals causes each file of its languages to be parsed. */
test.each(['a.js', 'a.jsx', 'a.ts', 'a.tsx', 'a.py'])('no rule has %s parsed in which nothing is that it is about', async (path) => {
  const { scanner } = await loadRules()
  let stats: ScanStats | undefined
  await scanner.scan([{ path, content: 'total = 1\n' }], { onStats: (told) => (stats = told) })
  expect(stats?.filesParsed).toBe(0)
})
