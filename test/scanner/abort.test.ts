import { afterAll, describe, expect, test } from 'vitest'
import type { ScanFile } from '../../src/index.ts'
import { createTestScanner } from './scan-rules.ts'

const scanner = await createTestScanner()
afterAll(() => scanner.close())

const STATEMENT = 'total = total + rate * hours\n'

/** Far more than a second of scanning, available immediately. */
function* manyFiles(): Generator<ScanFile> {
  for (let number = 0; number < 1_000_000; number++) yield { path: `${number}.js`, content: STATEMENT.repeat(50) }
}

describe('a scan is aborted', () => {
  test('before its first file, even if there is none', async () => {
    await expect(scanner.scan([], { signal: AbortSignal.abort(new Error('not today')) })).rejects.toThrow('not today')
  })

  test('by a timer, though its files never keep it waiting', async () => {
    await expect(scanner.scan(manyFiles(), { signal: AbortSignal.timeout(100) })).rejects.toThrow(/timeout/)
  })

  test('while it waits for a file', async () => {
    const stop = new AbortController()
    let ended = false
    const stuck: AsyncIterableIterator<ScanFile> = {
      next: () => new Promise(() => setTimeout(() => stop.abort(new Error('waited long enough')), 10)),
      return: () => {
        ended = true
        return new Promise(() => undefined)
      },
      [Symbol.asyncIterator]: () => stuck,
    }
    await expect(scanner.scan(stuck, { signal: stop.signal })).rejects.toThrow('waited long enough')
    expect(ended).toBe(true)
  })
})

test('a generator that was not read to its end is closed', async () => {
  const stop = new AbortController()
  let closed = false
  async function* files(): AsyncGenerator<ScanFile> {
    try {
      yield { path: 'first.js', content: '' }
      yield { path: 'second.js', content: '' }
    } finally {
      closed = true
    }
  }
  await expect(scanner.scan(files(), { signal: stop.signal, onProgress: () => stop.abort(new Error('one will do')) })).rejects.toThrow('one will do')
  expect(closed).toBe(true)
})

test('others in the thread have their turn during a scan', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  const stop = new AbortController()
  const scanned = scanner.scan(manyFiles(), { signal: stop.signal, onProgress: () => turns > 3 && stop.abort(new Error('seen')) })
  await expect(scanned).rejects.toThrow('seen')
  clearInterval(timer)
})
