import { sizeOfScan, type PoolState, type ScanPool } from '../../../src/node/index.ts'

/** Two ways to scan. */
export interface ScanRoutes {
  /** For what is small. Absent: everything goes to the queue. */
  readonly threads: ScanPool | undefined
  readonly queue: ScanPool
  /** Bytes of an input that is not small any more. */
  readonly fromBytes: number
}

/** Scans what is small in threads of this process, with no way to make, and has the rest done by workers. */
export function routeScans({ threads, queue, fromBytes }: ScanRoutes): ScanPool {
  if (threads === undefined) return queue
  const wayOf = (bytes: number): ScanPool => (bytes >= fromBytes ? queue : threads)
  return {
    scan: (job, request) => wayOf(sizeOfScan(job.input)).scan(job, request),
    admit: (size, caller) => wayOf(size).admit(size, caller),
    // The queue is told of apart, as it is not of this process alone.
    state: (): PoolState => threads.state(),
    close: async (graceMs) => {
      await Promise.all([threads.close(graceMs), queue.close(graceMs)])
    },
  }
}
