import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { CancelRequest, ProjectFindings, ProjectScanRequest, ScanFailure, WorkerReply } from './worker-protocol.ts'

/** Scans whole projects in a thread, one after the other. */
export interface BackgroundScan {
  /** Never rejects. A thread that ends by itself is a failure, and the next scan starts another. */
  run(request: ProjectScanRequest, onProgress: (filesDone: number) => void): Promise<ProjectFindings | ScanFailure>
  /** Stops the running scan. Its promise resolves with `cancelled`. */
  cancel(): void
  close(): Promise<void>
}

/** Megabytes of JavaScript heap. */
const HEAP_MB = 2_048

/** Starts the thread with the first scan. */
export function createBackgroundScan(): BackgroundScan {
  let worker: Worker | undefined
  const open = (): Worker => {
    if (worker === undefined) {
      worker = new Worker(findModule(), { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }, stdout: true })
      // Standard output belongs to the protocol.
      worker.stdout.pipe(process.stderr)
      worker.unref()
    }
    return worker
  }
  return {
    run: (request, onProgress) =>
      new Promise((resolve) => {
        const thread = open()
        const finish = (reply: ProjectFindings | ScanFailure): void => {
          thread.off('message', receive)
          thread.off('error', fail)
          thread.off('exit', end)
          resolve(reply)
        }
        const receive = (reply: WorkerReply): void => (reply.kind === 'progress' ? onProgress(reply.filesDone) : finish(reply))
        const end = (): void => {
          worker = undefined
          finish({ kind: 'failed', message: 'The thread that scans the project ended. It may have needed too much memory.' })
        }
        const fail = (): void => undefined
        thread.on('message', receive).on('error', fail).on('exit', end)
        thread.postMessage(request)
      }),
    cancel: () => worker?.postMessage({ kind: 'cancel' } satisfies CancelRequest),
    close: async () => {
      await worker?.terminate()
    },
  }
}

/** The built module is next to the bundle of the server. */
function findModule(): URL {
  const built = new URL('./scan-worker.js', import.meta.url)
  return existsSync(built) ? built : new URL('./scan-worker.ts', import.meta.url)
}
