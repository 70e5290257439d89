import type { SlotPool, WorkerSlot } from './worker-slot.ts'
import { openSlot } from './worker-slot.ts'
import { startWorker, type ThreadOptions, type WorkerThread } from './worker-thread.ts'

/** The threads of one lane of a pool. */
export interface ThreadGroup<Reply> {
  readonly pool: SlotPool
  /** Empty until they are started. */
  slots(): readonly WorkerSlot<Reply>[]
  /** Starts all threads or none. Throws the error of the first that fails. Can be called again afterwards. */
  start(): Promise<void>
  isStarted(): boolean
}

/** A group of `count` threads that start on demand. */
export function createThreadGroup<Reply>(count: number, pool: SlotPool): ThreadGroup<Reply> {
  let slots: readonly WorkerSlot<Reply>[] = []
  let starting: Promise<void> | undefined

  async function start(): Promise<void> {
    try {
      const threads = await startAll<Reply>(count, pool.options)
      slots = threads.map((thread) => openSlot(pool, thread))
    } catch (error) {
      starting = undefined
      throw error
    }
  }

  return {
    pool,
    slots: () => slots,
    start: () => (starting ??= start()),
    isStarted: () => starting !== undefined,
  }
}

/** Starts all or none: if one fails, the others are ended. */
async function startAll<Reply>(count: number, options: ThreadOptions): Promise<readonly WorkerThread<Reply>[]> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startWorker<Reply>(options)))
  const threads = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const failure = starts.find((start) => start.status === 'rejected')
  if (failure === undefined) return threads
  for (const thread of threads) await thread.end()
  throw failure.reason
}
