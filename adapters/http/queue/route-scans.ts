import { sizeOfScan, type PoolState, type ScanPool } from '../../../src/node/index.ts'

/** The two executors of scans. */
export interface ScanRoutes {
  /** For small inputs. If absent, all scans go to the queue. */
  readonly threads: ScanPool | undefined
  readonly queue: ScanPool
  /** Bytes of an input that is not small any more. */
  readonly fromBytes: number
}

/** Runs small scans in threads of this process without network transfer, and the others in workers. */
export function routeScans({ threads, queue, fromBytes }: ScanRoutes): ScanPool {
  if (threads === undefined) return queue
  const wayOf = (bytes: number): ScanPool => (bytes >= fromBytes ? queue : threads)
  return {
    scan: (job, request) => wayOf(sizeOfScan(job.input)).scan(job, request),
    admit: (size, caller) => wayOf(size).admit(size, caller),
    // The queue's state is reported separately, because it is not of this process alone.
    state: (): PoolState => threads.state(),
    close: async (graceMs) => {
      await Promise.all([threads.close(graceMs), queue.close(graceMs)])
    },
  }
}
