import type { TaskOutcome } from './task-outcome.ts'

/** What a pool is asked to do. */
export interface PoolTask {
  readonly message: unknown
  /** Buffers that move to the thread instead of being copied. Empty afterwards, even when the task is refused later. */
  readonly transfer?: readonly ArrayBuffer[]
  /** Gives the task up: it leaves the queue, or its thread is told to stop. */
  readonly signal?: AbortSignal | undefined
}

/** A task that somebody waits for. What is settled first counts. */
export interface Ticket<Reply> {
  readonly task: PoolTask
  readonly settle: (outcome: TaskOutcome<Reply>) => void
  readonly isSettled: () => boolean
}

/** Tasks that wait for a thread, first come first served. */
export interface TaskQueue<Reply> {
  length(): number
  /** The outcome is `busy` when no thread takes the task in time, `aborted` when it is given up meanwhile. */
  add(task: PoolTask): Promise<TaskOutcome<Reply>>
  /** Takes the task out that has waited longest. */
  next(): Ticket<Reply> | undefined
  /** Answers `closed` to all that wait. */
  close(): void
}

/** `waitMs` is how long a task waits at most. */
export function createTaskQueue<Reply>(waitMs: number): TaskQueue<Reply> {
  const waiting: Ticket<Reply>[] = []

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
      const place = waiting.indexOf(ticket)
      if (place >= 0) waiting.splice(place, 1)
      settle(outcome)
    }
    const abort = () => leave({ kind: 'aborted' })
    const ticket: Ticket<Reply> = { task, settle, isSettled: () => settled }
    const patience = setTimeout(() => waiting.includes(ticket) && leave({ kind: 'busy' }), waitMs)
    task.signal?.addEventListener('abort', abort, { once: true })
    return ticket
  }

  return {
    length: () => waiting.length,
    add: (task) => new Promise((resolve) => waiting.push(takeTicket(task, resolve))),
    next: () => {
      let ticket = waiting.shift()
      while (ticket?.isSettled()) ticket = waiting.shift()
      return ticket
    },
    close: () => {
      for (const ticket of waiting.splice(0)) ticket.settle({ kind: 'closed' })
    },
  }
}
