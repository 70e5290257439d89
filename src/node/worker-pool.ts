import type { LossReason, TaskOutcome } from './task-outcome.ts'
import { startWorker } from './worker-thread.ts'
import type { ThreadOptions, WorkerThread } from './worker-thread.ts'

export interface WorkerPoolOptions extends ThreadOptions {
  /** Threads that run tasks, one task each. */
  readonly workers: number
  /** Tasks that may wait for a thread. One more is answered `busy`. */
  readonly queueLimit: number
  /** Milliseconds a task may wait for a thread before it is answered `busy`. */
  readonly queueWaitMs: number
  /** Milliseconds a task may run. */
  readonly budgetMs: number
  /** Milliseconds between telling a thread to stop and ending it by force. */
  readonly stopGraceMs: number
  /** A thread is replaced when its memory outside the JavaScript heap has grown past this after a task: WebAssembly memory never shrinks. */
  readonly recycleBytes: number
  /** A thread is replaced after this many tasks. */
  readonly recycleTasks: number
  /** Told of every thread that had to be replaced. Never holds a task's content. */
  readonly onReplaced?: (reason: ReplaceReason) => void
}

/**
 * Why a thread was replaced: its task overran, it ended by itself, something threw in it (`failed`: nobody knows what state that left), it grew
 * (`memory`), it has served long enough (`age`), or it could not start.
 */
export type ReplaceReason = LossReason | 'overran' | 'failed' | 'memory' | 'age' | 'start-failed'

export interface PoolTask {
  readonly message: unknown
  /** Buffers that move to the thread instead of being copied. Empty afterwards, even when the task is refused later. */
  readonly transfer?: readonly ArrayBuffer[]
  /** Gives the task up: it leaves the queue, or its thread is told to stop. */
  readonly signal?: AbortSignal | undefined
}

export interface PoolState {
  /** Threads that are started and able to take tasks. */
  readonly alive: number
  readonly running: number
  readonly queued: number
  /** The next task would be refused. */
  readonly full: boolean
}

export interface WorkerPool<Reply> {
  run(task: PoolTask): Promise<TaskOutcome<Reply>>
  state(): PoolState
  /** Takes no new tasks, finishes those it has for at most `graceMs` milliseconds, and ends its threads. */
  close(graceMs?: number): Promise<void>
}

interface Ticket<Reply> {
  readonly task: PoolTask
  readonly settle: (outcome: TaskOutcome<Reply>) => void
  readonly isSettled: () => boolean
}

interface Slot<Reply> {
  thread: WorkerThread<Reply> | undefined
  ticket: Ticket<Reply> | undefined
  failedStarts: number
  strayed: boolean
  /** Whether another thread starts in the place of a worn one, which works on meanwhile. */
  renewing: boolean
  /** The other thread, ready, while the worn one ends its task. */
  next: WorkerThread<Reply> | undefined
}

const FIRST_RESTART_DELAY_MS = 50
const LAST_RESTART_DELAY_MS = 5_000

/**
 * Threads behind a bounded queue. A thread that dies or overruns its budget is replaced and only its own task hears of it.
 * Resolves when every thread has started, and throws the error of the first that cannot.
 */
export async function createWorkerPool<Reply>(options: WorkerPoolOptions): Promise<WorkerPool<Reply>> {
  const slots: Slot<Reply>[] = []
  const queue: Ticket<Reply>[] = []
  let idleWaiters: (() => void)[] = []
  let closing = false

  await startAll()

  async function startAll(): Promise<void> {
    const threads = await Promise.allSettled(Array.from({ length: options.workers }, () => startWorker<Reply>(options)))
    const failure = threads.find((thread) => thread.status === 'rejected')
    for (const thread of threads) {
      if (thread.status === 'rejected') continue
      if (failure) await thread.value.end()
      else
        slots.push(watch({ thread: undefined, ticket: undefined, failedStarts: 0, strayed: false, renewing: false, next: undefined }, thread.value))
    }
    if (failure) throw failure.reason
  }

  function watch(slot: Slot<Reply>, thread: WorkerThread<Reply>): Slot<Reply> {
    slot.thread = thread
    slot.failedStarts = 0
    slot.strayed = false
    void thread.strayed.then(() => {
      if (slot.thread !== thread) return
      slot.strayed = true
      if (!slot.ticket) replace(slot, 'failed')
    })
    void thread.ended.then((reason) => {
      if (slot.thread !== thread) return
      slot.ticket?.settle({ kind: 'lost', reason })
      replace(slot, reason)
    })
    return slot
  }

  function replace(slot: Slot<Reply>, reason: ReplaceReason): void {
    const old = slot.thread
    slot.thread = undefined
    slot.ticket = undefined
    void old?.end()
    if (!closing) {
      options.onReplaced?.(reason)
      if (!takeNext(slot) && !slot.renewing) void restart(slot)
    }
    tellIdle()
  }

  /** A worn thread is well: it takes tasks until another is ready, so that nobody waits for that. */
  async function renew(slot: Slot<Reply>, reason: ReplaceReason): Promise<void> {
    slot.renewing = true
    options.onReplaced?.(reason)
    const fresh = await startWorker<Reply>(options).catch(() => undefined)
    if (fresh === undefined) {
      options.onReplaced?.('start-failed')
      setTimeout(() => {
        slot.renewing = false
        if (!slot.thread && !closing) void restart(slot)
      }, nextDelay(slot)).unref()
      return
    }
    slot.renewing = false
    if (closing) return fresh.end()
    slot.next = fresh
    if (!slot.ticket) takeNext(slot)
  }

  /** Puts the thread that was started for it in the place of the slot's own, which has no task. */
  function takeNext(slot: Slot<Reply>): boolean {
    const { thread: worn, next } = slot
    if (next === undefined) return false
    slot.next = undefined
    slot.thread = undefined
    void worn?.end()
    watch(slot, next)
    assignNext()
    return true
  }

  function nextDelay(slot: Slot<Reply>): number {
    const delay = Math.min(FIRST_RESTART_DELAY_MS * 2 ** slot.failedStarts, LAST_RESTART_DELAY_MS)
    slot.failedStarts += 1
    return delay
  }

  async function restart(slot: Slot<Reply>): Promise<void> {
    try {
      const thread = await startWorker<Reply>(options)
      if (closing) return await thread.end()
      watch(slot, thread)
      assignNext()
    } catch {
      options.onReplaced?.('start-failed')
      setTimeout(() => closing || void restart(slot), nextDelay(slot)).unref()
    }
  }

  function assignNext(): void {
    for (const slot of slots) {
      if (!slot.thread || slot.ticket) continue
      const ticket = nextWaiting()
      if (!ticket) return tellIdle()
      void runOn(slot, slot.thread, ticket)
    }
  }

  function nextWaiting(): Ticket<Reply> | undefined {
    let ticket = queue.shift()
    while (ticket?.isSettled()) ticket = queue.shift()
    return ticket
  }

  async function runOn(slot: Slot<Reply>, thread: WorkerThread<Reply>, ticket: Ticket<Reply>): Promise<void> {
    slot.ticket = ticket
    const deadline = setTimeout(() => {
      ticket.settle({ kind: 'timeout' })
      stop()
    }, options.budgetMs)
    let force: NodeJS.Timeout | undefined
    const stop = () => {
      thread.cancel()
      force ??= setTimeout(() => slot.thread === thread && replace(slot, 'overran'), options.stopGraceMs)
    }
    ticket.task.signal?.addEventListener('abort', stop, { once: true })
    const answer = await thread.ask(ticket.task.message, ticket.task.transfer ?? [])
    clearTimeout(deadline)
    clearTimeout(force)
    ticket.task.signal?.removeEventListener('abort', stop)
    if (answer.kind === 'ended') return
    // A task that was given up fails because it was told to.
    if (answer.outcome.kind === 'failed' && !ticket.isSettled()) slot.strayed = true
    ticket.settle(answer.outcome)
    if (slot.thread === thread) free(slot, thread, answer.externalBytes)
  }

  function free(slot: Slot<Reply>, thread: WorkerThread<Reply>, externalBytes: number): void {
    slot.ticket = undefined
    if (slot.strayed) return replace(slot, 'failed')
    if (takeNext(slot)) return
    const worn = externalBytes > options.recycleBytes ? 'memory' : thread.tasks() >= options.recycleTasks ? 'age' : undefined
    if (worn !== undefined && !slot.renewing) void renew(slot, worn)
    assignNext()
  }

  function run(task: PoolTask): Promise<TaskOutcome<Reply>> {
    if (closing) return Promise.resolve({ kind: 'closed' })
    if (task.signal?.aborted) return Promise.resolve({ kind: 'aborted' })
    if (isFull()) return Promise.resolve({ kind: 'busy' })
    return new Promise((resolve) => {
      queue.push(takeTicket(task, resolve))
      assignNext()
    })
  }

  function takeTicket(task: PoolTask, resolve: (outcome: TaskOutcome<Reply>) => void): Ticket<Reply> {
    let settled = false
    const settle = (outcome: TaskOutcome<Reply>) => {
      if (settled) return
      settled = true
      clearTimeout(patience)
      task.signal?.removeEventListener('abort', abort)
      resolve(outcome)
    }
    const leave = (outcome: TaskOutcome<Reply>) => {
      const place = queue.indexOf(ticket)
      if (place >= 0) queue.splice(place, 1)
      settle(outcome)
    }
    const abort = () => leave({ kind: 'aborted' })
    const ticket: Ticket<Reply> = { task, settle, isSettled: () => settled }
    const patience = setTimeout(() => queue.includes(ticket) && leave({ kind: 'busy' }), options.queueWaitMs)
    task.signal?.addEventListener('abort', abort, { once: true })
    return ticket
  }

  function isFull(): boolean {
    return queue.length >= options.queueLimit && !slots.some((slot) => slot.thread && !slot.ticket)
  }

  function state(): PoolState {
    const alive = slots.filter((slot) => slot.thread).length
    const running = slots.filter((slot) => slot.ticket).length
    return { alive, running, queued: queue.length, full: isFull() }
  }

  function tellIdle(): void {
    if (queue.length > 0 || slots.some((slot) => slot.ticket)) return
    for (const tell of idleWaiters) tell()
    idleWaiters = []
  }

  async function close(graceMs = 0): Promise<void> {
    closing = true
    await whenIdle(graceMs)
    for (const ticket of queue.splice(0)) ticket.settle({ kind: 'closed' })
    const threads = slots.map((slot) => {
      slot.ticket?.settle({ kind: 'closed' })
      return [slot.thread?.end(), slot.next?.end()]
    })
    await Promise.all(threads.flat())
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
