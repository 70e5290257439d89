import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scanner, SourceFile } from '../../src/index.ts'
import { openFlowScanner } from './open-flow-scanner.ts'

/** Number of files in a chain: each passes data to the next, and the last has the sink, so that data-flow analysis takes hundreds of rounds. */
const LENGTH = 300

let scanner: Scanner
beforeAll(async () => {
  scanner = await openFlowScanner()
}, 60_000)
afterAll(() => scanner.close())

function chain(): readonly SourceFile[] {
  return Array.from({ length: LENGTH }, (_, number) => ({
    path: `${number}.js`,
    content:
      number === LENGTH - 1
        ? 'exports.pass = (value) => sink(value)\n'
        : `const next = require('./${number + 1}')\nexports.pass = (value) => next.pass(value)\n${number === 0 ? 'exports.pass(source())\n' : ''}`,
  }))
}

test('a scan is aborted while data is followed through one large group of files, and others have their turn', async () => {
  const stop = new AbortController()
  let examined = 0
  let turns = 0
  const timer = setInterval(() => {
    if (examined === LENGTH && ++turns > 2) stop.abort(new Error('long enough'))
  }, 1)
  const scanned = scanner.scan(chain(), { signal: stop.signal, onProgress: () => examined++ })
  await expect(scanned).rejects.toThrow('long enough')
  clearInterval(timer)
})
