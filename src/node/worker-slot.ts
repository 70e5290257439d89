import type { Lane } from './fair-line.ts'
import type { LossReason } from './task-outcome.ts'
import type { TaskTurn, Ticket } from './task-queue.ts'
import { startWorker, type ThreadOptions, type WorkerThread } from './worker-thread.ts'

/** Limits of one task, and conditions to replace a thread. */
export interface SlotOptions extends ThreadOptions {
  /** Maximum milliseconds of a task. */
  readonly budgetMs: number
  /** Milliseconds between telling a thread to stop and ending it by force. */
  readonly stopGraceMs: number
  /** A thread is replaced when its memory outside the JavaScript heap has grown past this after a task: WebAssembly memory never shrinks. */
  readonly recycleBytes: number
  /** Number of tasks after which a thread is replaced. */
  readonly recycleTasks: number
  /** Called for every replaced thread. Never contains data of a task. */
  readonly onReplaced?: (reason: ReplaceReason) => void
}

/**
 * The reason why a thread was replaced: its task took too long, it ended by itself, an error occurred outside of a task (`failed`: its state is
 * unknown), it used too much memory (`memory`), it ran enough tasks (`age`), or it could not start.
 */
export type ReplaceReason = LossReason | 'overran' | 'failed' | 'memory' | 'age' | 'start-failed'

/** The slot's callbacks to its pool. */
export interface SlotPool {
  readonly options: SlotOptions
  /** The lane of its tasks. */
  readonly lane: Lane
  isClosing(): boolean
  /** Called when a slot can take a task. */
  onFree(): void
  /** A slot has lost its task with its thread. */
  onLost(): void
}

/** The slot of one thread in a pool. When its thread ends or is worn, a new thread replaces it. Only functions of this file write to it. */
export interface WorkerSlot<Reply> {
  readonly pool: SlotPool
  thread: WorkerThread<Reply> | undefined
  ticket: Ticket<Reply> | undefined
  failedStarts: number
  strayed: boolean
  /** Whether a replacement for a worn thread is starting. The worn thread continues meanwhile. */
  renewing: boolean
  /** The replacement, ready, while the worn thread finishes its task. */
  next: WorkerThread<Reply> | undefined
}

const FIRST_RESTART_DELAY_MS = 50
const LAST_RESTART_DELAY_MS = 5_000

/** Opens a slot with its first thread. Later it replaces threads itself and notifies the pool. */
export function openSlot<Reply>(pool: SlotPool, thread: WorkerThread<Reply>): WorkerSlot<Reply> {
  const slot: WorkerSlot<Reply> = { pool, thread, ticket: undefined, failedStarts: 0, strayed: false, renewing: false, next: undefined }
  watch(slot, thread)
  return slot
}

/** Whether it can run a task now. */
export function isFree<Reply>({ thread, ticket }: WorkerSlot<Reply>): boolean {
  return thread !== undefined && ticket === undefined
}

/** Runs a task in a free slot, and settles its ticket in any case. */
export async function runTask<Reply>(slot: WorkerSlot<Reply>, { ticket, finish }: TaskTurn<Reply>): Promise<void> {
  const { thread, pool } = slot
  if (thread === undefined) return
  slot.ticket = ticket
  const begun = performance.now()
  const deadline = setTimeout(() => {
    ticket.settle({ kind: 'timeout' })
    stop()
  }, pool.options.budgetMs)
  let force: NodeJS.Timeout | undefined
  const stop = () => {
    thread.cancel()
    force ??= setTimeout(() => slot.thread === thread && replace(slot, 'overran'), pool.options.stopGraceMs)
  }
  ticket.task.signal?.addEventListener('abort', stop, { once: true })
  const answer = await thread.ask(ticket.task.message, ticket.task.transfer ?? [])
  clearTimeout(deadline)
  clearTimeout(force)
  ticket.task.signal?.removeEventListener('abort', stop)
  // The costs of a task whose thread died are unknown.
  finish(answer.kind === 'task' ? answer.costMs : performance.now() - begun)
  if (answer.kind === 'ended') return pool.onFree()
  // A cancelled task fails because of the cancellation.
  if (answer.outcome.kind === 'failed' && !ticket.isSettled()) slot.strayed = true
  ticket.settle(answer.outcome)
  if (slot.thread === thread) free(slot, thread, answer.externalBytes)
}

/** Ends its threads, and answers `closed` to its task. */
export async function closeSlot<Reply>({ thread, next, ticket }: WorkerSlot<Reply>): Promise<void> {
  ticket?.settle({ kind: 'closed' })
  await Promise.all([thread?.end(), next?.end()])
}

function watch<Reply>(slot: WorkerSlot<Reply>, thread: WorkerThread<Reply>): void {
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
}

function free<Reply>(slot: WorkerSlot<Reply>, thread: WorkerThread<Reply>, externalBytes: number): void {
  const { options } = slot.pool
  slot.ticket = undefined
  if (slot.strayed) return replace(slot, 'failed')
  if (takeNext(slot)) return
  const worn = externalBytes > options.recycleBytes ? 'memory' : thread.tasks() >= options.recycleTasks ? 'age' : undefined
  if (worn !== undefined && !slot.renewing) void renew(slot, worn)
  slot.pool.onFree()
}

function replace<Reply>(slot: WorkerSlot<Reply>, reason: ReplaceReason): void {
  const { pool, thread: old } = slot
  slot.thread = undefined
  slot.ticket = undefined
  void old?.end()
  if (!pool.isClosing()) {
    pool.options.onReplaced?.(reason)
    if (!takeNext(slot) && !slot.renewing) void restart(slot)
  }
  pool.onLost()
}

async function restart<Reply>(slot: WorkerSlot<Reply>): Promise<void> {
  const { pool } = slot
  try {
    const thread = await startWorker<Reply>(pool.options)
    if (pool.isClosing()) return await thread.end()
    watch(slot, thread)
    pool.onFree()
  } catch {
    pool.options.onReplaced?.('start-failed')
    setTimeout(() => pool.isClosing() || void restart(slot), nextDelay(slot)).unref()
  }
}

/** A worn thread still works: it runs tasks until its replacement is ready, so that no task waits. */
async function renew<Reply>(slot: WorkerSlot<Reply>, reason: ReplaceReason): Promise<void> {
  const { pool } = slot
  slot.renewing = true
  pool.options.onReplaced?.(reason)
  const fresh = await startWorker<Reply>(pool.options).catch(() => undefined)
  if (fresh === undefined) {
    pool.options.onReplaced?.('start-failed')
    setTimeout(() => {
      slot.renewing = false
      if (!slot.thread && !pool.isClosing()) void restart(slot)
    }, nextDelay(slot)).unref()
    return
  }
  slot.renewing = false
  if (pool.isClosing()) return fresh.end()
  slot.next = fresh
  if (!slot.ticket) takeNext(slot)
}

/** Replaces the slot's idle thread by the one that was started for it. */
function takeNext<Reply>(slot: WorkerSlot<Reply>): boolean {
  const { thread: worn, next } = slot
  if (next === undefined) return false
  slot.next = undefined
  slot.thread = undefined
  void worn?.end()
  watch(slot, next)
  slot.pool.onFree()
  return true
}

function nextDelay<Reply>(slot: WorkerSlot<Reply>): number {
  const delay = Math.min(FIRST_RESTART_DELAY_MS * 2 ** slot.failedStarts, LAST_RESTART_DELAY_MS)
  slot.failedStarts += 1
  return delay
}
