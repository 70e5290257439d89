import { setMaxListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { ScanJob, ScanPool } from '../../src/node/index.ts'

/**
 * Opens a pool with two threads of 64 MB, a time limit of 4 s and eight queue slots, whose scanner executes instructions in files. It is closed after
 * the tests of the file.
 */
export type OpenContractPool = (options?: { readonly queueWaitMs?: number }) => Promise<ScanPool>

function job(...contents: string[]): ScanJob {
  return { pack: 'public', input: { kind: 'files', files: contents.map((content, index) => ({ path: `file-${index}.js`, content })) } }
}

function bodyJob(text: string): ScanJob {
  const settings = { maxFiles: 10, maxPathLength: 100 }
  return { pack: 'public', input: { kind: 'body', intake: 'upload-json', body: new TextEncoder().encode(text), settings } }
}

const upload = (...contents: string[]): string => JSON.stringify({ files: contents.map((content, index) => ({ path: `file-${index}.js`, content })) })

/** The tests of executors, both threads and other machines. */
export function describeScanPool(name: string, open: OpenContractPool): void {
  describe(`a scan pool ${name}`, async () => {
    const pool = await open()

    it('scans files and answers with the result', async () => {
      const outcome = await pool.scan(job('a', '\u{1F980} \0 \uFEFF'))
      expect(outcome).toMatchObject({ kind: 'done', reply: { kind: 'scanned', result: { grade: 'A+', filesScanned: 2 } } })
    })

    it('has a body read by its intake, and answers with the bytes of the result', async () => {
      const outcome = await pool.scan(bodyJob(upload('a', 'b')), { caller: 'one', callerKind: 'anonymous' })
      if (outcome.kind !== 'done' || outcome.reply.kind !== 'scanned-json') throw new Error(JSON.stringify(outcome))
      expect(outcome.reply).toMatchObject({ files: 2, findings: 0, gaps: {} })
      expect(JSON.parse(new TextDecoder().decode(outcome.reply.json))).toMatchObject({ grade: 'A+', filesScanned: 2 })
    })

    it('answers with the same bytes each time', async () => {
      const texts = []
      for (let time = 0; time < 2; time += 1) {
        const outcome = await pool.scan(bodyJob(upload('a')))
        if (outcome.kind === 'done' && outcome.reply.kind === 'scanned-json') texts.push(new TextDecoder().decode(outcome.reply.json))
      }
      expect(texts).toEqual([texts[0], texts[0]])
    })

    it("returns the intake's reason for a refused body", async () => {
      const outcome = await pool.scan(bodyJob('{"files": ['))
      expect(outcome).toMatchObject({ kind: 'done', reply: { kind: 'refused', refusal: { name: 'malformed-json', members: { line: 1 } } } })
    })

    it('loads a pack that it was not started with', async () => {
      const outcome = await pool.scan({ ...job('a'), pack: 'full' })
      expect(outcome).toMatchObject({ kind: 'done', reply: { result: { version: { packs: [{ name: 'full' }] } } } })
    })

    const ends = [
      { name: 'ends its thread', order: 'exit', outcome: { kind: 'lost', reason: 'died' } },
      { name: 'never stops', order: 'loop forever', outcome: { kind: 'timeout' } },
      { name: 'fills the heap', order: 'fill the heap', outcome: { kind: 'lost', reason: 'out-of-memory' } },
    ]
    it.each(ends)('reports a scan that $name, without an effect on others', async ({ order, outcome }) => {
      const bad = pool.scan(job(order))
      const good = await Promise.all(Array.from({ length: 6 }, () => pool.scan(job('a'))))
      expect(good.every(({ kind }) => kind === 'done')).toBe(true)
      expect(await bad).toEqual(outcome)
    })

    it('reports the frames of a failed scan, and never its message', async () => {
      const outcome = await pool.scan(job('throw'))
      expect(outcome).toMatchObject({ kind: 'failed', name: 'TypeError', frames: expect.stringContaining('obedient-scanner.ts') })
      expect(JSON.stringify(outcome)).not.toContain('secret-marker')
    })

    it('gives up a scan that runs', async () => {
      const abort = new AbortController()
      const running = pool.scan(job('block forever'), { signal: abort.signal })
      await expect.poll(() => pool.state().running, { timeout: 10_000 }).toBe(1)
      abort.abort()
      expect(await running).toEqual({ kind: 'aborted' })
      await expect.poll(() => pool.state().running, { timeout: 10_000 }).toBe(0)
      expect(await pool.scan(job('a'))).toMatchObject({ kind: 'done' })
    })

    it('does not start cancelled scans', async () => {
      expect(await pool.scan(job('a'), { signal: AbortSignal.abort() })).toEqual({ kind: 'aborted' })
    })

    it('is busy when its queue is full, and removes waiting scans that are cancelled', async () => {
      const abort = new AbortController()
      setMaxListeners(30, abort.signal)
      let refused = 0
      const scans = Array.from({ length: 20 }, async () => {
        const { kind } = await pool.scan(job('block forever'), { signal: abort.signal })
        if (kind === 'busy') refused++
        return kind
      })
      await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThanOrEqual(6)
      abort.abort()
      const kinds = await Promise.all(scans)
      expect(new Set(kinds)).toEqual(new Set(['busy', 'aborted']))
      expect(await pool.scan(job('a'))).toMatchObject({ kind: 'done' })
    })

    it('is busy for a scan that waited too long', async () => {
      const impatient = await open({ queueWaitMs: 500 })
      const abort = new AbortController()
      const running = Array.from({ length: 8 }, () => impatient.scan(job('block forever'), { signal: abort.signal }))
      expect(await Promise.race(running)).toEqual({ kind: 'busy' })
      abort.abort()
      await Promise.all(running)
    })

    it('refuses the caller that uses its share of the queue, and serves another before it', async () => {
      const order: string[] = []
      const send = async (caller: string, content: string): Promise<string> => {
        const { kind } = await pool.scan(job(content), { caller })
        if (kind === 'done') order.push(caller)
        return kind
      }
      const greedy = Array.from({ length: 12 }, () => send('greedy', 'wait 300 ms'))
      expect(await Promise.race(greedy)).toBe('caller-busy')
      const modest = Array.from({ length: 2 }, () => send('modest', 'a'))
      expect(await Promise.all(modest)).toEqual(['done', 'done'])
      const kinds = await Promise.all(greedy)
      expect(new Set(kinds)).toEqual(new Set(['done', 'caller-busy']))
      expect(order.lastIndexOf('modest')).toBeLessThan(order.lastIndexOf('greedy'))
    })

    it('finishes its scans when it closes, and accepts no new ones', async () => {
      const closing = await open()
      const scans = [closing.scan(job('wait 300 ms')), closing.scan(job('wait 300 ms'))]
      const closed = closing.close(10_000)
      expect(await closing.scan(job('a'))).toEqual({ kind: 'closed' })
      await closed
      expect(await Promise.all(scans)).toMatchObject([{ kind: 'done' }, { kind: 'done' }])
    })

    it('does not wait longer than it may when it closes', async () => {
      const closing = await open()
      const scan = closing.scan(job('block forever'))
      await closing.close(100)
      expect(await scan).toEqual({ kind: 'closed' })
    })
  })
}
