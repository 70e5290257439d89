import { randomUUID } from 'node:crypto'
import type { Queue } from 'bullmq'
import { sizeOfScan, type ScanJob, type ScanPool, type ScanReply, type ScanRequest, type TaskOutcome } from '../../../src/node/index.ts'
import { describeError } from '../logging/describe-error.ts'
import type { Logger } from '../logging/logger.ts'
import { atMost } from './at-most.ts'
import { importQueue, openQueueRedis, untilFirstAttempt } from './open-queue-redis.ts'
import { CANCEL_CHANNEL, hashCaller, inputKey, outcomeKey, PLACES_KEY, QUEUE_NAME, QUEUE_PREFIX } from './queue-keys.ts'
import { readOutcome, writeJob } from './queue-messages.ts'
import { placeOf, takePlace, type PlaceWish } from './queue-places.ts'
import { watchQueue, type QueueState } from './watch-queue.ts'

/** The Redis of the queue, and its limits. */
export interface ScanQueueOptions {
  /** `redis://user:password@host:6379/0`, `rediss://` with TLS. It must not evict keys. */
  readonly redisUrl: string
  /** Maximum number of waiting scans of all replicas. By default 64. */
  readonly queueLimit?: number | undefined
  /** Maximum waiting time in milliseconds. By default 20,000. */
  readonly queueWaitMs?: number | undefined
  /** Maximum duration of a scan in a worker in milliseconds. By default 30,000. */
  readonly budgetMs?: number | undefined
  /** Maximum bytes of all inputs in Redis. By default 256 MiB. */
  readonly maxBytes?: number | undefined
  /** Extra milliseconds for another worker to take over the scan of a worker that died. By default 30,000. */
  readonly recoveryMs?: number
  readonly log?: Logger | undefined
}

/** Scans on other machines. */
export interface ScanQueue extends ScanPool {
  /** The state across all replicas and workers. */
  queueState(): QueueState
}

/** A scan with a waiting caller. */
interface Pending {
  readonly wish: PlaceWish
  /** A worker has begun with it. */
  begun: boolean
  /** Only the first call counts. */
  settle(outcome: TaskOutcome<ScanReply>): void
}

/** Time to live of an input beyond its scan's time. */
const LEFT_MS = 10_000
const EVENTS_KEPT = 1_000
const CLOSE_MS = 1_000

/**
 * Sends scans to workers through a queue in Redis. If Redis is lost, all waiting scans fail immediately, because the queue may be empty afterwards.
 * Throws if a client is not installed, but not if Redis is down.
 */
export async function createScanQueue(options: ScanQueueOptions): Promise<ScanQueue> {
  const { redisUrl, queueLimit = 64, queueWaitMs = 20_000, budgetMs = 30_000, maxBytes = 256 * 1024 * 1024, recoveryMs = 30_000, log } = options
  const { Queue: BullQueue, QueueEvents } = await importQueue()
  const redis = await openQueueRedis(redisUrl)
  await untilFirstAttempt(redis)
  const common = { connection: redis, prefix: QUEUE_PREFIX, skipVersionCheck: true }
  const queue: Queue = new BullQueue(QUEUE_NAME, {
    ...common,
    skipWaitingForReady: true,
    skipMetasUpdate: true,
    streams: { events: { maxLen: EVENTS_KEPT } },
  })
  // Reads events from the first kept one: an event could come and go between two reads for new ones.
  const events = new QueueEvents(QUEUE_NAME, { ...common, lastEventId: '0-0' })
  queue.on('error', () => {})
  events.on('error', () => {})
  const pending = new Map<string, Pending>()
  const holdMs = queueWaitMs + budgetMs + recoveryMs
  let closing = false
  let idle: (() => void) | undefined

  const watch = await watchQueue({ queue, redis, onChange: tellReachable })
  if (!watch.state().reachable) tellReachable(false)
  events.on('active', ({ jobId }) => {
    const entry = pending.get(jobId)
    if (entry) entry.begun = true
  })
  events.on('completed', ({ jobId }) => void fetchOutcome(jobId))
  events.on('failed', ({ jobId }) => pending.get(jobId)?.settle({ kind: 'lost', reason: 'died' }))

  function tellReachable(reachable: boolean): void {
    if (reachable) log?.warn({}, 'the scan queue answers again')
    else log?.error({}, 'the scan queue does not answer: what waits for it is refused')
    if (!reachable) settleAll({ kind: 'unreachable' })
  }

  function settleAll(outcome: TaskOutcome<ScanReply>): void {
    for (const each of pending.values()) each.settle(outcome)
  }

  async function fetchOutcome(id: string): Promise<void> {
    const waiting = pending.get(id)
    if (waiting === undefined) return
    try {
      const message = await redis.getBuffer(outcomeKey(id))
      waiting.settle(message ? readOutcome(message) : { kind: 'lost', reason: 'died' })
    } catch {
      waiting.settle({ kind: 'unreachable' })
    }
  }

  function scan(job: ScanJob, { signal, caller, callerKind = 'any' }: ScanRequest = {}): Promise<TaskOutcome<ScanReply>> {
    if (closing) return Promise.resolve({ kind: 'closed' })
    if (signal?.aborted) return Promise.resolve({ kind: 'aborted' })
    if (!watch.state().reachable) return Promise.resolve({ kind: 'unreachable' })
    const wish = { id: randomUUID(), caller: hashCaller(caller), callerKind, bytes: sizeOfScan(job.input), holdMs }
    // Registers the waiting caller before the scan, so that no event is missed.
    return new Promise((resolve) => void submit(job, waitFor(wish, signal, resolve)))
  }

  function waitFor(wish: PlaceWish, signal: AbortSignal | undefined, resolve: (outcome: TaskOutcome<ScanReply>) => void): Pending {
    let timer = setTimeout(() => void endWait(), queueWaitMs)
    const entry: Pending = { wish, begun: false, settle }
    pending.set(wish.id, entry)
    signal?.addEventListener('abort', abort, { once: true })
    return entry

    /**
     * A running scan cannot be removed and continues. A scan that a worker lost or returned waits for the next worker, even after its waiting time.
     */
    async function endWait(): Promise<void> {
      timer = setTimeout(() => endWith({ kind: 'timeout' }), budgetMs + recoveryMs)
      if (entry.begun || (await wasBegun(wish.id))) return
      if (await takeOut(wish.id)) settle({ kind: 'busy' })
    }

    function abort(): void {
      endWith({ kind: 'aborted' })
    }

    function endWith(outcome: TaskOutcome<ScanReply>): void {
      settle(outcome)
      void giveUp(wish)
    }

    function settle(outcome: TaskOutcome<ScanReply>): void {
      if (!pending.delete(wish.id)) return
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      void clearAway(wish)
      resolve(outcome)
      if (pending.size === 0) idle?.()
    }
  }

  async function submit(job: ScanJob, entry: Pending): Promise<void> {
    const { wish } = entry
    try {
      const place = await takePlace(redis, wish, { queueLimit, maxBytes })
      if (place.kind !== 'open') return entry.settle({ kind: place.kind })
      await redis.set(inputKey(wish.id), writeJob(job), 'PX', holdMs + LEFT_MS)
      // The caller gave up, so all traces of the scan are removed.
      if (!pending.has(wish.id)) return void clearAway(wish)
      const { id, caller } = wish
      await queue.add('scan', { caller }, { jobId: id, priority: place.priority, removeOnComplete: true, removeOnFail: true })
      if (!pending.has(id)) await giveUp(wish)
    } catch (error) {
      log?.error({ error: describeError(error) }, 'a scan could not be queued')
      entry.settle({ kind: 'unreachable' })
    }
  }

  /** Whether a worker has had the scan, according to Redis. The event that says so can arrive later than the end of the waiting time. */
  async function wasBegun(id: string): Promise<boolean> {
    const job = await queue.getJob(id).catch(() => undefined)
    return (job?.attemptsStarted ?? 0) > 0
  }

  /** False when it is being scanned, or is not there. */
  async function takeOut(id: string): Promise<boolean> {
    return (await queue.remove(id).catch(() => 0)) === 1
  }

  async function giveUp({ id }: PlaceWish): Promise<void> {
    if (await takeOut(id)) return
    await redis.publish(CANCEL_CHANNEL, id).catch(() => 0)
  }

  async function clearAway(wish: PlaceWish): Promise<void> {
    await redis
      .pipeline()
      .zrem(PLACES_KEY, placeOf(wish))
      .del(inputKey(wish.id), outcomeKey(wish.id))
      .exec()
      .catch(() => undefined)
  }

  async function close(graceMs = 0): Promise<void> {
    closing = true
    if (pending.size > 0 && graceMs > 0) await atMost(graceMs, new Promise<void>((resolve) => (idle = resolve)))
    await Promise.all([...pending.values()].map(({ wish }) => giveUp(wish)))
    settleAll({ kind: 'closed' })
    watch.close()
    // Pending commands may never finish, so they are cut off.
    await atMost(CLOSE_MS, Promise.allSettled([queue.close(), events.close()]))
    redis.disconnect()
  }

  return {
    scan,
    admit() {
      const { reachable, waiting } = watch.state()
      if (!reachable) return 'unreachable'
      return waiting > queueLimit ? 'busy' : 'open'
    },
    state() {
      const { reachable, slots, active, waiting } = watch.state()
      return { alive: reachable ? slots : 0, running: active, queued: waiting, full: waiting >= queueLimit }
    },
    queueState: watch.state,
    close,
  }
}
