import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { MAIN, writeFolder } from './run-assay.ts'

const RUNS = 5

/** Milliseconds of wall time, start of the process included: the least of several runs, since a busy machine makes each slower and none faster. */
function time(words: readonly string[], cwd: string): number {
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now()
    spawnSync(process.execPath, words, { cwd })
    return performance.now() - started
  })
  return Math.min(...times)
}

// On an idle machine of two cores an empty Node process takes 40 ms. Where it takes longer, so may we.
test.each([
  { name: 'the version', words: ['--version'], limit: 250, times: 5 },
  { name: 'a scan of one small file', words: ['scan', 'a.js'], limit: 500, times: 12 },
])('$name comes within $limit ms', { retry: 2, timeout: 60_000 }, ({ words, limit, times }) => {
  const cwd = writeFolder({ 'a.js': "const { exec } = require('child_process')\nmodule.exports = (req) => exec('ls ' + req.query.dir)\n" })
  const empty = time(['-e', '0'], cwd)
  expect(time([MAIN, ...words], cwd)).toBeLessThan(Math.max(limit, times * empty))
})
