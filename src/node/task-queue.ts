import { createFairLine, type Admission, type FairLineOptions, type Lane } from './fair-line.ts'
import type { TaskOutcome } from './task-outcome.ts'

/** A task for a pool. */
export interface PoolTask {
  readonly message: unknown
  /** Buffers that move to the thread instead of being copied. Empty afterwards, even when the task is refused later. */
  readonly transfer?: readonly ArrayBuffer[]
  /** Cancels the task: it is removed from the queue, or its thread stops. */
  readonly signal?: AbortSignal | undefined
  /** The caller for fair queueing. Tasks without a caller have no limit per caller. */
  readonly caller?: string | undefined
  /** Bytes, for the first estimate of its costs. */
  readonly size?: number
}

/** A task with a waiting caller. The first outcome counts. */
export interface Ticket<Reply> {
  readonly task: PoolTask
  readonly settle: (outcome: TaskOutcome<Reply>) => void
  readonly isSettled: () => boolean
}

/** A task that has got a thread. */
export interface TaskTurn<Reply> {
  readonly ticket: Ticket<Reply>
  /** Called once, when the thread is free of it, with the milliseconds it took. */
  finish(costMs: number): void
}

/** Tasks that wait for a thread, by caller. */
export interface TaskQueue<Reply> {
  length(): number
  waitsFor(lane: Lane): boolean
  /** Whether a task could be added now. */
  admit(task: Pick<PoolTask, 'caller' | 'size'>, isFree: (lane: Lane) => boolean): Admission
  /** The outcome is `busy` if no thread takes the task in time, `aborted` if it is cancelled before. */
  add(task: PoolTask): Promise<TaskOutcome<Reply>>
  /** Removes and returns the next task. */
  next(lane: Lane): TaskTurn<Reply> | undefined
  /** Answers so to all that wait, or to those of a lane. */
  settleAll(outcome: TaskOutcome<Reply>, lane?: Lane): void
}

/** How a queue is bounded. */
export interface TaskQueueOptions extends Pick<FairLineOptions, 'places' | 'threads'> {
  /** Milliseconds a task waits at most. */
  readonly waitMs: number
}

/** A queue of tasks in the order of a fair line. */
export function createTaskQueue<Reply>({ waitMs, ...bounds }: TaskQueueOptions): TaskQueue<Reply> {
  const line = createFairLine<Ticket<Reply>>({ ...bounds, now: () => performance.now() })

  function takeTicket(task: PoolTask, resolve: (outcome: TaskOutcome<Reply>) => void): Ticket<Reply> {
    let settled = false
    const settle = (outcome: TaskOutcome<Reply>) => {
      if (settled) return
      settled = true
      clearTimeout(patience)
      task.signal?.removeEventListener('abort', abort)
      resolve(outcome)
    }
    const abort = () => {
      line.remove(ticket)
      settle({ kind: 'aborted' })
    }
    const ticket: Ticket<Reply> = { task, settle, isSettled: () => settled }
    const patience = setTimeout(() => line.remove(ticket) && settle({ kind: 'busy' }), waitMs)
    task.signal?.addEventListener('abort', abort, { once: true })
    return ticket
  }

  return {
    length: () => line.length(),
    waitsFor: (lane) => line.waitsFor(lane),
    admit: ({ caller, size = 0 }, isFree) => line.admit({ caller, size }, isFree),
    add: (task) =>
      new Promise((resolve) => {
        line.add({ caller: task.caller, size: task.size ?? 0, item: takeTicket(task, resolve) })
      }),
    next: (lane) => {
      const turn = line.take(lane)
      return turn && { ticket: turn.item, finish: turn.finish }
    },
    settleAll: (outcome, lane) => {
      for (const ticket of line.drain(lane)) ticket.settle(outcome)
    },
  }
}
