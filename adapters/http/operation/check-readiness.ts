import type { ScanPool } from '../../../src/node/index.ts'
import type { KeyStore } from '../keys/store/key-store.ts'
import type { ScanQueue } from '../queue/create-scan-queue.ts'
import type { QueueState } from '../queue/watch-queue.ts'
import type { RateStore } from '../limits/rate-store.ts'

/** Whether uploads are accepted, and the state of the dependencies. */
export interface Readiness {
  readonly ready: boolean
  readonly checks: {
    readonly shutdown: 'none' | 'begun'
    readonly threads: 'ok' | 'none'
    /** Absent without a key store. */
    readonly keys?: 'ok' | 'unreachable'
    /** `local`: each replica counts by itself, which hinders no upload. */
    readonly rateLimits: 'shared' | 'local'
    /** Absent without a queue. If the process has threads too, a missing queue only affects large uploads, and their answers say so. */
    readonly queue?: 'ok' | 'no-workers' | 'unreachable'
  }
}

/** The sources of readiness. */
export interface ReadinessSources {
  readonly isClosing: () => boolean
  readonly scans: Pick<ScanPool, 'state'>
  readonly keys: Pick<KeyStore, 'ping'> | undefined
  readonly rates: RateStore
  readonly queue: Pick<ScanQueue, 'queueState'> | undefined
}

/** Checks all dependencies of uploads. */
export async function checkReadiness({ isClosing, scans, keys, rates, queue }: ReadinessSources): Promise<Readiness> {
  const keysAnswer = keys === undefined || (await keys.ping().then(...BY_OUTCOME))
  const hasThreads = scans.state().alive > 0
  return {
    ready: !isClosing() && hasThreads && keysAnswer,
    checks: {
      shutdown: isClosing() ? 'begun' : 'none',
      threads: hasThreads ? 'ok' : 'none',
      ...(keys && { keys: keysAnswer ? 'ok' : 'unreachable' }),
      rateLimits: rates.isShared?.() === true ? 'shared' : 'local',
      ...(queue && { queue: checkQueue(queue.queueState()) }),
    },
  }
}

/** The state of a queue. */
export function checkQueue({ reachable, workers }: Pick<QueueState, 'reachable' | 'workers'>): 'ok' | 'no-workers' | 'unreachable' {
  if (!reachable) return 'unreachable'
  return workers > 0 ? 'ok' : 'no-workers'
}

const BY_OUTCOME = [() => true, () => false] as const
