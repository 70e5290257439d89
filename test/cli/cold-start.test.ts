import { expect, test } from 'vitest'
import { runAssay, writeFolder } from './run-assay.ts'

/** Milliseconds of wall time, start of the process included. */
async function time(words: readonly string[], cwd: string): Promise<number> {
  const started = performance.now()
  await runAssay(words, { cwd })
  return performance.now() - started
}

// The least of several runs, since a busy machine makes each of them slower and none faster.
test.each([
  { name: 'the version', words: ['--version'], limit: 250 },
  { name: 'a scan of one small file', words: ['scan', 'a.js'], limit: 500 },
])('$name comes within $limit ms', { retry: 2 }, async ({ words, limit }) => {
  const cwd = writeFolder({ 'a.js': "const { exec } = require('child_process')\nmodule.exports = (req) => exec('ls ' + req.query.dir)\n" })
  const times: number[] = []
  for (let run = 0; run < 7 && !times.some((each) => each < limit); run++) times.push(await time(words, cwd))
  expect(Math.min(...times)).toBeLessThan(limit)
})
