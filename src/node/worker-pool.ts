import type { TaskOutcome } from './task-outcome.ts'
import { createTaskQueue, type PoolTask } from './task-queue.ts'
import { closeSlot, isFree, openSlot, runTask, type SlotOptions, type SlotPool, type WorkerSlot } from './worker-slot.ts'
import { startWorker, type ThreadOptions, type WorkerThread } from './worker-thread.ts'

/** How many threads and tasks a pool has. */
export interface WorkerPoolOptions extends SlotOptions {
  /** Threads that run tasks, one task each. */
  readonly workers: number
  /** Tasks that may wait for a thread. One more is answered `busy`. */
  readonly queueLimit: number
  /** Milliseconds a task may wait for a thread before it is answered `busy`. */
  readonly queueWaitMs: number
}

/** What a pool is doing. */
export interface PoolState {
  /** Threads that are started and able to take tasks. */
  readonly alive: number
  readonly running: number
  readonly queued: number
  /** The next task would be refused. */
  readonly full: boolean
}

/** Threads that run tasks. */
export interface WorkerPool<Reply> {
  run(task: PoolTask): Promise<TaskOutcome<Reply>>
  state(): PoolState
  /** Takes no new tasks, finishes those it has for at most `graceMs` milliseconds, and ends its threads. */
  close(graceMs?: number): Promise<void>
}

/**
 * Threads behind a bounded queue. A thread that dies or overruns its budget is replaced and only its own task hears of it.
 * Resolves when every thread has started, and throws the error of the first that cannot.
 */
export async function createWorkerPool<Reply>(options: WorkerPoolOptions): Promise<WorkerPool<Reply>> {
  const queue = createTaskQueue<Reply>(options.queueWaitMs)
  let idleWaiters: (() => void)[] = []
  let closing = false
  const owner: SlotPool = { options, isClosing: () => closing, onFree: assignNext, onLost: tellIdle }
  const threads = await startAll<Reply>(options.workers, options)
  const slots: readonly WorkerSlot<Reply>[] = threads.map((thread) => openSlot(owner, thread))

  function assignNext(): void {
    for (const slot of slots) {
      if (!isFree(slot)) continue
      const ticket = queue.next()
      if (!ticket) return tellIdle()
      void runTask(slot, ticket)
    }
  }

  function tellIdle(): void {
    if (queue.length() > 0 || slots.some((slot) => slot.ticket)) return
    for (const tell of idleWaiters) tell()
    idleWaiters = []
  }

  function run(task: PoolTask): Promise<TaskOutcome<Reply>> {
    if (closing) return Promise.resolve({ kind: 'closed' })
    if (task.signal?.aborted) return Promise.resolve({ kind: 'aborted' })
    if (isFull()) return Promise.resolve({ kind: 'busy' })
    const outcome = queue.add(task)
    assignNext()
    return outcome
  }

  function isFull(): boolean {
    return queue.length() >= options.queueLimit && !slots.some(isFree)
  }

  function state(): PoolState {
    const alive = slots.filter((slot) => slot.thread).length
    const running = slots.filter((slot) => slot.ticket).length
    return { alive, running, queued: queue.length(), full: isFull() }
  }

  async function close(graceMs = 0): Promise<void> {
    closing = true
    await whenIdle(graceMs)
    queue.close()
    await Promise.all(slots.map(closeSlot))
  }

  function whenIdle(graceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs)
      idleWaiters.push(() => {
        clearTimeout(timer)
        resolve()
      })
      tellIdle()
    })
  }

  return { run, state, close }
}

/** All or none: when one cannot start, the others are ended. */
async function startAll<Reply>(count: number, options: ThreadOptions): Promise<readonly WorkerThread<Reply>[]> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startWorker<Reply>(options)))
  const threads = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const failure = starts.find((start) => start.status === 'rejected')
  if (failure === undefined) return threads
  for (const thread of threads) await thread.end()
  throw failure.reason
}
