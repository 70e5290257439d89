import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { lookAtPlaces, type PlacesTaken } from './queue-places.ts'

/** The last known state of a queue across all replicas and workers. */
export interface QueueState extends PlacesTaken {
  /** False while Redis does not answer; the figures are then those of before. */
  readonly reachable: boolean
  readonly waiting: number
  readonly active: number
}

/** Looks at a queue again and again. */
export interface QueueWatch {
  state(): QueueState
  /** Looks now. */
  look(): Promise<void>
  close(): void
}

/** The callbacks of a queue watch. */
export interface QueueWatchOptions {
  readonly queue: Queue
  readonly redis: Redis
  /** Called when the queue becomes unreachable or reachable. */
  readonly onChange: (reachable: boolean) => void
}

const LOOK_MS = 1_000
const UNSEEN: QueueState = { reachable: false, waiting: 0, active: 0, byKind: new Map(), total: 0, bytes: 0, workers: 0, slots: 0 }

/** Resolves after the first check, even if the queue is unreachable. */
export async function watchQueue({ queue, redis, onChange }: QueueWatchOptions): Promise<QueueWatch> {
  let state = UNSEEN
  let isClosed = false
  let next: NodeJS.Timeout | undefined

  function change(to: QueueState): void {
    const isOther = to.reachable !== state.reachable
    state = to
    if (isOther && !isClosed) onChange(to.reachable)
  }

  async function look(): Promise<void> {
    try {
      const [places, counts] = await Promise.all([lookAtPlaces(redis), queue.getJobCounts('active', 'wait', 'prioritized', 'delayed')])
      const { active = 0, wait = 0, prioritized = 0, delayed = 0 } = counts
      change({ ...places, reachable: true, active, waiting: wait + prioritized + delayed })
    } catch {
      change({ ...state, reachable: false })
    }
  }

  async function goOn(): Promise<void> {
    await look()
    if (!isClosed) next = setTimeout(() => void goOn(), LOOK_MS).unref()
  }

  // Reports a lost connection immediately, not at the next check.
  const onLost = (): void => change({ ...state, reachable: false })
  redis.on('close', onLost)
  await goOn()
  return {
    state: () => state,
    look,
    close() {
      isClosed = true
      clearTimeout(next)
      redis.off('close', onLost)
    },
  }
}
