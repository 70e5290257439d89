import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from './lower-priority.ts'
import type { TaskFailure } from './task-outcome.ts'
import { createThreadClock } from './thread-clock.ts'

/** The data that a thread starts with. */
export interface ThreadData {
  /** Contains the number of the task to stop. */
  readonly cancelled: Int32Array
  /** Niceness of the thread, 0 to 19. */
  readonly niceness: number
  readonly data: unknown
}

/** Messages from a thread to its pool. */
export type ThreadMessage<Reply> =
  | { readonly kind: 'ready' }
  /** `fields` are the error's own properties, such as its code, which are lost in transfers between threads. */
  | { readonly kind: 'start-failed'; readonly error: unknown; readonly fields: object }
  /** An error outside of a running task, perhaps caused by a task that has answered. */
  | { readonly kind: 'strayed' }
  | {
      readonly kind: 'task'
      readonly outcome: { readonly kind: 'done'; readonly reply: Reply } | TaskFailure
      readonly externalBytes: number
      /** Milliseconds of processor time of the task, if the system provides them. */
      readonly costMs: number
    }

/** A task that is sent to a thread. */
export interface TaskMessage<Message> {
  /** Counts from 1. */
  readonly id: number
  readonly message: Message
}

/** The result of a task. */
export interface TaskReply<Reply> {
  readonly reply: Reply
  /** Buffers of the reply that move instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[]
}

/** Runs one task. Reads `isCancelled` between steps and may then throw anything, because the answer is ignored. */
export type RunTask<Message, Reply> = (message: Message, isCancelled: () => boolean) => Promise<TaskReply<Reply>>

const FRAMES_KEPT = 12

/** The thread's side of a pool: `start` initializes, and the function that it returns runs one task after the other. */
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
    // By default this would end the thread and the running task of another caller. The pool replaces the thread when it is idle.
    process.on('uncaughtException', () => send({ kind: 'strayed' }))
    port.on('message', (task: TaskMessage<Message>) => void answer(task, run))
    send({ kind: 'ready' })
  } catch (error) {
    send({ kind: 'start-failed', error, fields: { ...(error instanceof Error ? error : {}) } })
  }
}

/** Memory of this thread outside the heap, including WebAssembly. */
function externalBytes(): number {
  return process.memoryUsage().external
}

function toFailure(error: unknown): TaskFailure {
  if (!(error instanceof Error)) return { kind: 'failed', name: typeof error, frames: '' }
  const stack = error.stack ?? ''
  // The message comes first and may quote source text that looks like a stack frame.
  const afterMessage = stack.slice(stack.indexOf(error.message) + error.message.length)
  const frames = afterMessage.split('\n').filter((line) => /^\s+at /.test(line))
  return { kind: 'failed', name: error.name, frames: frames.slice(0, FRAMES_KEPT).join('\n') }
}
