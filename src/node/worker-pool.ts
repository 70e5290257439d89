import type { Admission, Lane } from './fair-line.ts'
import type { TaskOutcome } from './task-outcome.ts'
import { createTaskQueue, type PoolTask } from './task-queue.ts'
import { createThreadGroup, type ThreadGroup } from './thread-group.ts'
import { closeSlot, isFree, runTask, type SlotOptions } from './worker-slot.ts'

/** Numbers of threads and tasks of a pool. */
export interface WorkerPoolOptions extends SlotOptions {
  /** Number of threads. Each runs one task at a time. */
  readonly workers: number
  /** Additional threads for long tasks, started with the first of them. By default none: then every task is short. */
  readonly long?: { readonly workers: number; readonly niceness: number }
  /** Maximum number of waiting tasks. Further tasks are answered `busy`. */
  readonly queueLimit: number
  /** Milliseconds after which a waiting task is answered `busy`. */
  readonly queueWaitMs: number
}

/** The state of a pool. */
export interface PoolState {
  /** Threads that are started and can run tasks. */
  readonly alive: number
  readonly running: number
  readonly queued: number
  /** Any next task would be refused. */
  readonly full: boolean
}

/** Threads that run tasks. */
export interface WorkerPool<Reply> {
  run(task: PoolTask): Promise<TaskOutcome<Reply>>
  /** The answer that a task would get now, by caller and size. */
  admit(task: Pick<PoolTask, 'caller' | 'size'>): Admission
  state(): PoolState
  /** Accepts no new tasks, waits at most `graceMs` milliseconds for running ones, and ends its threads. */
  close(graceMs?: number): Promise<void>
}

/**
 * Threads with a bounded queue that is fair to callers. A thread that dies or overruns its limit is replaced, and only its own task fails. Resolves
 * when all short threads have started. Throws the error of the first that fails.
 */
export async function createWorkerPool<Reply>(options: WorkerPoolOptions): Promise<WorkerPool<Reply>> {
  const { workers, long = { workers: 0, niceness: 0 }, queueLimit, queueWaitMs } = options
  const queue = createTaskQueue<Reply>({ places: queueLimit, waitMs: queueWaitMs, threads: { short: workers, long: long.workers } })
  let idleWaiters: (() => void)[] = []
  let closing = false
  const owner = { isClosing: () => closing, onFree: assignNext, onLost: tellIdle }
  const groups: Readonly<Record<Lane, ThreadGroup<Reply>>> = {
    short: createThreadGroup(workers, { ...owner, lane: 'short', options }),
    long: createThreadGroup(long.workers, { ...owner, lane: 'long', options: { ...options, niceness: long.niceness } }),
  }
  await groups.short.start()

  function slots(): ReturnType<ThreadGroup<Reply>['slots']> {
    return [...groups.short.slots(), ...groups.long.slots()]
  }

  function assignNext(): void {
    for (const slot of slots()) {
      const turn = isFree(slot) ? queue.next(slot.pool.lane) : undefined
      if (turn) void runTask(slot, turn)
    }
    if (!groups.long.isStarted() && queue.waitsFor('long')) void startLong()
    tellIdle()
  }

  /** If they cannot start, the waiting long tasks fail, and the next one tries again. */
  async function startLong(): Promise<void> {
    try {
      await groups.long.start()
    } catch {
      queue.settleAll({ kind: 'lost', reason: 'died' }, 'long')
    }
    assignNext()
  }

  function tellIdle(): void {
    if (queue.length() > 0 || slots().some((slot) => slot.ticket)) return
    for (const tell of idleWaiters) tell()
    idleWaiters = []
  }

  function run(task: PoolTask): Promise<TaskOutcome<Reply>> {
    if (closing) return Promise.resolve({ kind: 'closed' })
    if (task.signal?.aborted) return Promise.resolve({ kind: 'aborted' })
    const admission = admit(task)
    if (admission !== 'open') return Promise.resolve({ kind: admission })
    const outcome = queue.add(task)
    assignNext()
    return outcome
  }

  function admit(task: Pick<PoolTask, 'caller' | 'size'>): Admission {
    return queue.admit(task, hasFree)
  }

  /** Threads that are not started yet count as idle. */
  function hasFree(lane: Lane): boolean {
    return !groups[lane].isStarted() || groups[lane].slots().some(isFree)
  }

  function state(): PoolState {
    const alive = slots().filter((slot) => slot.thread).length
    const running = slots().filter((slot) => slot.ticket).length
    const queued = queue.length()
    return { alive, running, queued, full: queued >= queueLimit && !hasFree('short') }
  }

  async function close(graceMs = 0): Promise<void> {
    closing = true
    await whenIdle(graceMs)
    queue.settleAll({ kind: 'closed' })
    if (groups.long.isStarted()) await groups.long.start().catch(() => undefined)
    await Promise.all(slots().map(closeSlot))
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

  return { run, admit, state, close }
}
