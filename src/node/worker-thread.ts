import { Worker } from 'node:worker_threads'
import type { TaskMessage, ThreadData, ThreadMessage } from './serve-tasks.ts'
import type { LossReason } from './task-outcome.ts'

/** The module of a thread, and its limits. */
export interface ThreadOptions {
  /** The module a thread runs. It calls `serveTasks`. */
  readonly entry: URL
  /** Node options of the thread. By default those of the process. */
  readonly execArgv?: readonly string[] | undefined
  /** Handed to the module's `start`. */
  readonly data: unknown
  /** Megabytes of JavaScript heap after which the thread is ended. */
  readonly heapMb: number
  /** Niceness of the thread, 0 to 19. By default 0. */
  readonly niceness?: number
}

/** The answer of a thread to a message. */
export type ThreadAnswer<Reply> = Extract<ThreadMessage<Reply>, { readonly kind: 'task' }> | { readonly kind: 'ended' }

/** A started thread. It runs one task at a time. */
export interface WorkerThread<Reply> {
  /** Never rejects. `ended` if the thread ends before it answers. */
  ask(message: unknown, transfer: readonly ArrayBuffer[]): Promise<ThreadAnswer<Reply>>
  /** Asks the running task to stop. */
  cancel(): void
  /** Number of tasks so far. */
  tasks(): number
  /** Resolves if an error occurred in the thread outside of its tasks. The thread continues, but should be replaced soon. */
  readonly strayed: Promise<void>
  /** Resolves once, when the thread has ended for any reason. */
  readonly ended: Promise<LossReason>
  end(): Promise<void>
}

/** Megabytes of young generation. Two threads over 82 MB of packages use 584 MB with it, and 646 MB with V8's default of 48, in the same time. */
const YOUNG_MB = 16

/** Starts a thread and waits until its module is ready. Throws the error of the module's `start`. */
export function startWorker<Reply>(options: ThreadOptions): Promise<WorkerThread<Reply>> {
  const cancelled = new Int32Array(new SharedArrayBuffer(4))
  const worker = openWorker(options, { cancelled, niceness: options.niceness ?? 0, data: options.data })
  const ended = whenEnded(worker)
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    void ended.then((reason) => reject(new Error(`A worker thread ended while it started (${reason}).`)))
    worker.once('message', (message: ThreadMessage<Reply>) => {
      worker.off('error', reject)
      if (message.kind === 'ready') return resolve(asThread(worker, cancelled, ended))
      if (message.kind === 'start-failed') reject(message.error instanceof Error ? Object.assign(message.error, message.fields) : message.error)
      void worker.terminate()
    })
  })
}

function openWorker(options: ThreadOptions, data: ThreadData): Worker {
  const worker = new Worker(options.entry, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: options.heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    ...(options.execArgv && { execArgv: [...options.execArgv] }),
    stdout: true,
    stderr: true,
  })
  // Output of a thread could quote source text, so it is discarded.
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

function whenEnded(worker: Worker): Promise<LossReason> {
  let reason: LossReason = 'died'
  worker.on('error', (error) => {
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') reason = 'out-of-memory'
  })
  return new Promise((resolve) => worker.once('exit', () => resolve(reason)))
}

function asThread<Reply>(worker: Worker, cancelled: Int32Array, ended: Promise<LossReason>): WorkerThread<Reply> {
  let asked = 0
  let settle: ((message: ThreadMessage<Reply> | undefined) => void) | undefined
  // An idle thread must not keep the process alive.
  worker.unref()
  const strayed = new Promise<void>((resolve) => {
    worker.on('message', (message: ThreadMessage<Reply>) => (message.kind === 'strayed' ? resolve() : settle?.(message)))
  })
  void ended.then(() => settle?.(undefined))

  function ask(message: unknown, transfer: readonly ArrayBuffer[]): Promise<ThreadAnswer<Reply>> {
    asked += 1
    worker.ref()
    return new Promise((resolve) => {
      settle = (answer) => {
        settle = undefined
        worker.unref()
        resolve(answer?.kind === 'task' ? answer : { kind: 'ended' })
      }
      const task: TaskMessage<unknown> = { id: asked, message }
      worker.postMessage(task, [...transfer])
    })
  }

  return {
    ask,
    cancel: () => void Atomics.store(cancelled, 0, asked),
    tasks: () => asked,
    strayed,
    ended,
    end: async () => void (await worker.terminate()),
  }
}
