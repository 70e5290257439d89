import type { ScanPool } from '../../../src/node/index.ts'
import type { KeyStore } from '../keys/key-store.ts'
import type { RateStore } from '../rate-store.ts'

/** Whether uploads are taken, and what that hangs on. */
export interface Readiness {
  readonly ready: boolean
  readonly checks: {
    readonly shutdown: 'none' | 'begun'
    readonly threads: 'ok' | 'none'
    /** Absent where no keys are kept. */
    readonly keys?: 'ok' | 'unreachable'
    /** `local`: each replica counts by itself, which hinders no upload. */
    readonly rateLimits: 'shared' | 'local'
  }
}

/** What readiness is asked of. */
export interface ReadinessSources {
  readonly isClosing: () => boolean
  readonly scans: Pick<ScanPool, 'state'>
  readonly keys: Pick<KeyStore, 'ping'> | undefined
  readonly rates: RateStore
}

/** Asks everything that uploads need. */
export async function checkReadiness({ isClosing, scans, keys, rates }: ReadinessSources): Promise<Readiness> {
  const keysAnswer = keys === undefined || (await keys.ping().then(...BY_OUTCOME))
  const hasThreads = scans.state().alive > 0
  return {
    ready: !isClosing() && hasThreads && keysAnswer,
    checks: {
      shutdown: isClosing() ? 'begun' : 'none',
      threads: hasThreads ? 'ok' : 'none',
      ...(keys && { keys: keysAnswer ? 'ok' : 'unreachable' }),
      rateLimits: rates.isShared?.() === true ? 'shared' : 'local',
    },
  }
}

const BY_OUTCOME = [() => true, () => false] as const
