import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from './lower-priority.ts'
import type { TaskFailure } from './task-outcome.ts'
import { createThreadClock } from './thread-clock.ts'

/** What a thread is started with. */
export interface ThreadData {
  /** Holds the number of the task that shall stop. */
  readonly cancelled: Int32Array
  /** How far the thread stands back behind others, 0 to 19. */
  readonly niceness: number
  readonly data: unknown
}

/** What a thread tells its pool. */
export type ThreadMessage<Reply> =
  | { readonly kind: 'ready' }
  /** `fields` are the error's own, such as its code: a thread's border takes them away from it. */
  | { readonly kind: 'start-failed'; readonly error: unknown; readonly fields: object }
  /** Something threw that belongs to no running task, perhaps to one that has answered. */
  | { readonly kind: 'strayed' }
  | {
      readonly kind: 'task'
      readonly outcome: { readonly kind: 'done'; readonly reply: Reply } | TaskFailure
      readonly externalBytes: number
      /** Milliseconds of a processor that the task took, as far as the system tells. */
      readonly costMs: number
    }

/** A task on its way to a thread. */
export interface TaskMessage<Message> {
  /** Counts from 1. */
  readonly id: number
  readonly message: Message
}

/** What a task gives back. */
export interface TaskReply<Reply> {
  readonly reply: Reply
  /** Buffers of the reply that move instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[]
}

/** Runs one task. Reads `isCancelled` between two steps and may then throw anything: nobody waits for the answer any more. */
export type RunTask<Message, Reply> = (message: Message, isCancelled: () => boolean) => Promise<TaskReply<Reply>>

const FRAMES_KEPT = 12

/** The thread's side of a pool: `start` makes ready, and what it returns runs one task after the other. */
export async function serveTasks<Data, Message, Reply>(start: (data: Data) => Promise<RunTask<Message, Reply>>): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('serveTasks runs in a worker thread only.')
  const { cancelled, niceness, data }: { cancelled: Int32Array; niceness: number; data: Data } = workerData
  if (niceness > 0) lowerPriority(niceness)
  const clock = createThreadClock()
  const send = (message: ThreadMessage<Reply>, transfer: readonly ArrayBuffer[] = []) => port.postMessage(message, [...transfer])

  async function answer(task: TaskMessage<Message>, run: RunTask<Message, Reply>): Promise<void> {
    const begun = clock()
    try {
      const { reply, transfer } = await run(task.message, () => Atomics.load(cancelled, 0) === task.id)
      send({ kind: 'task', outcome: { kind: 'done', reply }, externalBytes: externalBytes(), costMs: clock() - begun }, transfer)
    } catch (error) {
      send({ kind: 'task', outcome: toFailure(error), externalBytes: externalBytes(), costMs: clock() - begun })
    }
  }

  try {
    const run = await start(data)
    // By default it would end the thread, and with it the task of somebody else. The pool replaces the thread when it is free.
    process.on('uncaughtException', () => send({ kind: 'strayed' }))
    port.on('message', (task: TaskMessage<Message>) => void answer(task, run))
    send({ kind: 'ready' })
  } catch (error) {
    send({ kind: 'start-failed', error, fields: { ...(error instanceof Error ? error : {}) } })
  }
}

/** Of this thread alone, WebAssembly memory included. */
function externalBytes(): number {
  return process.memoryUsage().external
}

function toFailure(error: unknown): TaskFailure {
  if (!(error instanceof Error)) return { kind: 'failed', name: typeof error, frames: '' }
  const stack = error.stack ?? ''
  // The message comes first and may quote source text that looks like a frame.
  const afterMessage = stack.slice(stack.indexOf(error.message) + error.message.length)
  const frames = afterMessage.split('\n').filter((line) => /^\s+at /.test(line))
  return { kind: 'failed', name: error.name, frames: frames.slice(0, FRAMES_KEPT).join('\n') }
}
