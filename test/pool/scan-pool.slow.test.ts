import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { createScanPool } from '../../src/node/scan-pool.ts'
import type { ScanPool, ScanPoolOptions } from '../../src/node/scan-pool.ts'
import type { ScanJob } from '../../src/node/scan-job.ts'
import type { ReplaceReason } from '../../src/node/worker-slot.ts'
import { needs } from '../cli/needs.ts'
import { obedientThreads } from './source-threads.ts'

const opened: ScanPool[] = []

async function openPool(options: ScanPoolOptions = {}): Promise<ScanPool> {
  const pool = await createScanPool({ ...obedientThreads, workers: 1, stopGraceMs: 100, ...options })
  opened.push(pool)
  return pool
}

function job(...contents: string[]): ScanJob {
  return { pack: 'public', input: { kind: 'files', files: contents.map((content, index) => ({ path: `file-${index}.js`, content })) } }
}

/** Enough content for a large scan. */
const LARGE = 'x'.repeat(600_000)

const hasThreadPriorities = needs(process.platform === 'linux', 'threads have priorities on Linux alone')
const OWN_NICENESS = getPriority()

/** The niceness of all threads of this process: the 19th field of proc_pid_stat(5), counted after the name. */
function nicenesses(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
}

function until(holds: () => boolean): Promise<void> {
  return expect.poll(holds, { timeout: 10_000, interval: 20 }).toBe(true)
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()))
})

describe('a scan pool', () => {
  it('scans files in a thread and answers with the result', async () => {
    const pool = await openPool()
    const outcome = await pool.scan(job('a', 'b'))
    expect(outcome).toMatchObject({ kind: 'done', reply: { kind: 'scanned', result: { grade: 'A+', filesScanned: 2 } } })
    expect(pool.state()).toEqual({ alive: 1, running: 0, queued: 0, full: false })
  })

  it.each([
    { name: 'workers', least: 1, wrong: 0 },
    { name: 'workers', least: 1, wrong: 2.5 },
    { name: 'queueLimit', least: 0, wrong: -1 },
    { name: 'budgetMs', least: 1, wrong: Number.NaN },
    { name: 'recycleScans', least: 1, wrong: 0 },
  ])('refuses $wrong as $name', async ({ name, least, wrong }) => {
    await expect(openPool({ [name]: wrong })).rejects.toThrow(new RangeError(`\`${name}\` must be a whole number from ${least}.`))
  })

  it('uses the default for an undefined option', async () => {
    const unset: object = { workers: undefined, queueLimit: undefined, packs: undefined, recycleScans: undefined }
    const pool = await openPool(unset)
    expect((await pool.scan(job('a'))).kind).toBe('done')
  })

  it('serves several packs, and loads others on first use', async () => {
    const pool = await openPool()
    const outcome = await pool.scan({ ...job('a'), pack: 'full' })
    expect(outcome).toMatchObject({ kind: 'done', reply: { result: { version: { packs: [{ name: 'full' }] } } } })
  })

  it('does not open if a pack cannot be loaded, and states the reason', async () => {
    await expect(openPool({ packs: ['public', 'missing'], workers: 2 })).rejects.toThrow('There is no pack `missing`.')
  })

  it('discards the output of a scan', async () => {
    const pool = await openPool()
    expect(await pool.scan(job('print'))).toMatchObject({ kind: 'done' })
  })

  const fatal = [
    { name: 'ends its process', order: 'exit', outcome: { kind: 'lost', reason: 'died' }, replaced: 'died' },
    { name: 'never stops', order: 'loop forever', outcome: { kind: 'timeout' }, replaced: 'overran' },
    { name: 'fills the heap', order: 'fill the heap', outcome: { kind: 'lost', reason: 'out-of-memory' }, replaced: 'out-of-memory' },
  ] as const
  it.each(fatal)('replaces the thread of a scan that $name, without an effect on others', async ({ order, outcome, replaced }) => {
    const reasons: ReplaceReason[] = []
    const pool = await openPool({ workers: 2, budgetMs: 4_000, heapMb: 64, onReplaced: (reason) => reasons.push(reason) })
    const bad = pool.scan(job(order))
    const good = await Promise.all(Array.from({ length: 20 }, () => pool.scan(job('a'))))
    expect(good.every(({ kind }) => kind === 'done')).toBe(true)
    expect(await bad).toEqual(outcome)
    await until(() => reasons.length > 0 && pool.state().alive === 2)
    expect(reasons).toEqual([replaced])
    expect(await pool.scan(job('a'))).toMatchObject({ kind: 'done' })
  })

  it('answers a failed scan with the frames of the error and without its message, and continues with a new thread', async () => {
    const reasons: ReplaceReason[] = []
    const pool = await openPool({ onReplaced: (reason) => reasons.push(reason) })
    const outcome = await pool.scan(job('throw'))
    expect(outcome).toMatchObject({ kind: 'failed', name: 'TypeError' })
    expect(JSON.stringify(outcome)).not.toContain('secret-marker')
    expect(JSON.stringify(outcome)).toContain('obedient-scanner.ts')
    expect(await pool.scan(job('a'))).toMatchObject({ kind: 'done' })
    expect(reasons).toEqual(['failed'])
  })

  const stray = [
    { name: 'while nothing runs', order: 'a' },
    { name: 'while another scan runs, which is not lost', order: 'wait 300 ms' },
  ]
  it.each(stray)('replaces a thread in which an error is thrown after the answer, $name', async ({ order }) => {
    const reasons: ReplaceReason[] = []
    const pool = await openPool({ onReplaced: (reason) => reasons.push(reason) })
    const scans = [pool.scan(job('throw later')), pool.scan(job(order)), pool.scan(job('a'))]
    for (const scan of scans) expect(await scan).toMatchObject({ kind: 'done' })
    await until(() => reasons.length > 0 && pool.state().alive === 1)
    expect(reasons).toEqual(['failed'])
  })

  it('is busy when its queue is full, at once and without a scan', async () => {
    const pool = await openPool({ queueLimit: 1 })
    const running = pool.scan(job('wait 300 ms'))
    const waiting = pool.scan(job('a'))
    expect(pool.state()).toEqual({ alive: 1, running: 1, queued: 1, full: true })
    expect(await pool.scan(job('a'))).toEqual({ kind: 'busy' })
    expect(await running).toMatchObject({ kind: 'done' })
    expect(await waiting).toMatchObject({ kind: 'done' })
  })

  it('is busy for a scan that waited too long', async () => {
    const pool = await openPool({ queueWaitMs: 50 })
    const running = pool.scan(job('wait 300 ms'))
    expect(await pool.scan(job('a'))).toEqual({ kind: 'busy' })
    expect(await running).toMatchObject({ kind: 'done' })
  })

  it('removes a cancelled scan from the queue', async () => {
    const pool = await openPool()
    const running = pool.scan(job('wait 300 ms'))
    const abort = new AbortController()
    const waiting = pool.scan(job('a'), { signal: abort.signal })
    abort.abort()
    expect(await waiting).toEqual({ kind: 'aborted' })
    expect(pool.state().queued).toBe(0)
    expect(await running).toMatchObject({ kind: 'done' })
    expect(await pool.scan(job('a'), { signal: AbortSignal.abort() })).toEqual({ kind: 'aborted' })
  })

  it('stops a cancelled scan between two files and keeps its thread', async () => {
    const reasons: ReplaceReason[] = []
    const pool = await openPool({ stopGraceMs: 5_000, onReplaced: (reason) => reasons.push(reason) })
    const abort = new AbortController()
    const running = pool.scan(job('block 300 ms', 'block forever'), { signal: abort.signal })
    abort.abort()
    expect(await running).toEqual({ kind: 'aborted' })
    expect(await pool.scan(job('a'))).toMatchObject({ kind: 'done' })
    expect(reasons).toEqual([])
  })

  const grown = [
    { name: 'whose WebAssembly memory has grown', options: { recycleBytes: 32 * 1024 * 1024 }, order: 'grow WebAssembly memory', reason: 'memory' },
    { name: 'that has served its number of scans', options: { recycleScans: 1 }, order: 'a', reason: 'age' },
  ] as const
  it.each(grown)('replaces a thread $name between two scans', async ({ options, order, reason }) => {
    const reasons: ReplaceReason[] = []
    const pool = await openPool({ ...options, onReplaced: (why) => reasons.push(why) })
    expect(await pool.scan(job(order))).toMatchObject({ kind: 'done' })
    await until(() => reasons.length === 1)
    expect(reasons).toEqual([reason])
    expect(await pool.scan(job('b'))).toMatchObject({ kind: 'done' })
  })

  it('serves on while another thread starts in the place of a worn one', async () => {
    const reasons: ReplaceReason[] = []
    const pool = await openPool({ recycleScans: 1, queueLimit: 0, onReplaced: (why) => reasons.push(why) })
    for (let scan = 0; scan < 20; scan++) expect(await pool.scan(job('a'))).toMatchObject({ kind: 'done' })
    expect(reasons).toContain('age')
  })

  it('does not delay small scans because of large ones, whatever their number', async () => {
    const pool = await openPool()
    const order: string[] = []
    const note = (name: string) => () => void order.push(name)
    const large = Array.from({ length: 3 }, () => pool.scan(job('wait 300 ms', LARGE)).then(note('large')))
    const small = Array.from({ length: 5 }, () => pool.scan(job('a')).then(note('small')))
    await Promise.all([...large, ...small])
    expect(order).toEqual([...Array.from({ length: 5 }, () => 'small'), ...Array.from({ length: 3 }, () => 'large')])
  })

  it.runIf(hasThreadPriorities)('lets other threads run before those of large scans', async () => {
    // Threads of other tests may still exist.
    const countNice = (): number => nicenesses().filter((nice) => nice > OWN_NICENESS).length
    const before = countNice()
    const pool = await openPool()
    expect(await pool.scan(job('a'))).toMatchObject({ kind: 'done' })
    expect(countNice()).toBe(before)
    expect(await pool.scan(job(LARGE))).toMatchObject({ kind: 'done' })
    expect(countNice()).toBe(before + 1)
  })

  it('finishes large scans too when it closes, and accepts no new ones', async () => {
    const pool = await openPool()
    const scan = pool.scan(job('wait 300 ms', LARGE))
    const closed = pool.close(10_000)
    expect(await pool.scan(job(LARGE))).toEqual({ kind: 'closed' })
    await closed
    expect(await scan).toMatchObject({ kind: 'done' })
  })

  it('finishes its scans when it closes, and accepts no new ones', async () => {
    const pool = await openPool()
    const scans = [pool.scan(job('wait 300 ms')), pool.scan(job('a'))]
    const closed = pool.close(5_000)
    expect(await pool.scan(job('a'))).toEqual({ kind: 'closed' })
    await closed
    expect(await Promise.all(scans)).toMatchObject([{ kind: 'done' }, { kind: 'done' }])
    expect(pool.state().alive).toBe(0)
  })

  it('does not wait longer than it may when it closes', async () => {
    const pool = await openPool()
    const scans = [pool.scan(job('block forever')), pool.scan(job('a'))]
    const start = performance.now()
    await pool.close(100)
    expect(performance.now() - start).toBeLessThan(3_000)
    expect(await Promise.all(scans)).toEqual([{ kind: 'closed' }, { kind: 'closed' }])
  })
})
