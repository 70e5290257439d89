import { randomUUID } from 'node:crypto'
import type { Job, Queue } from 'bullmq'
import { countLongThreads, type ScanPool, type ScanReply, type TaskOutcome } from '../../../src/node/index.ts'
import { describeError } from '../logging/describe-error.ts'
import type { Logger } from '../logging/logger.ts'
import { atMost } from './at-most.ts'
import { importQueue, openQueueRedis, openWaitingRedis, untilFirstAttempt } from './open-queue-redis.ts'
import { CANCEL_CHANNEL, costKey, inputKey, outcomeKey, QUEUE_NAME, QUEUE_PREFIX, WORKERS_KEY } from './queue-keys.ts'
import { readJob, writeOutcome } from './queue-messages.ts'
import { watchQueue, type QueueState } from './watch-queue.ts'

/** The dependencies of a worker. */
export interface TakeOptions {
  readonly redisUrl: string
  /** Made by `createUploadPool`. Not closed here. */
  readonly scans: ScanPool
  /** Milliseconds without a heartbeat after which a worker counts as dead and others take over its scans. By default 10,000. */
  readonly lockMs?: number
  /** Called for every scan that ended here, with the kind of its outcome, `handed-back` or `gone`. */
  readonly onEnded?: (outcome: string) => void
  readonly log?: Logger | undefined
}

/** Scans of a queue that are done here. */
export interface ScanTaker {
  /** The state across all replicas and workers. */
  queueState(): QueueState
  running(): number
  /** Accepts no more scans, waits at most `graceMs` milliseconds for running ones, and returns the others to the queue. */
  close(graceMs?: number): Promise<void>
}

/** The entry in the queue. The input is stored separately. */
interface ScanTicket {
  readonly caller: string
}

interface Running {
  readonly caller: string
  readonly abort: AbortController
}

/** Longer results are refused, because Redis and then the replica would keep them in memory. */
const MAX_OUTCOME_BYTES = 64 * 1024 * 1024
/** A replica that has not fetched an outcome by then never will. */
const OUTCOME_MS = 60_000
/** Milliseconds that a scan is postponed if its caller already uses its share of this worker. */
const STAND_BACK_MS = 200
/** Scan time that is older does not count. */
const COST_MS = 60_000
const SIGN_MS = 2_000
const SIGN_HOLDS_MS = 3 * SIGN_MS
const CLOSE_MS = 2_000

/** Runs scans of the queue in the threads of a pool until it is closed. Resolves when it starts, even if Redis is down. */
export async function takeScans({ redisUrl, scans, lockMs = 10_000, onEnded = () => {}, log }: TakeOptions): Promise<ScanTaker> {
  const { Worker, Queue: BullQueue, DelayedError, WaitingError } = await importQueue()
  const id = randomUUID()
  const threads = scans.state().alive
  const slots = threads + countLongThreads(threads)
  let closing = false
  const redis = await openQueueRedis(redisUrl)
  const waiting = await openWaitingRedis(redisUrl, () => closing)
  const cancels = await openWaitingRedis(redisUrl, () => closing)
  await untilFirstAttempt(redis)
  const common = { prefix: QUEUE_PREFIX, skipVersionCheck: true }
  const queue: Queue = new BullQueue(QUEUE_NAME, { ...common, connection: redis, skipWaitingForReady: true, skipMetasUpdate: true })
  queue.on('error', () => {})
  const running = new Map<string, Running>()
  let handingBack = false
  let idle: (() => void) | undefined

  const watch = await watchQueue({ queue, redis, onChange: tellReachable })
  if (!watch.state().reachable) tellReachable(false)
  cancels.on('message', (_, cancelled: string) => running.get(cancelled)?.abort.abort())
  // Subscribed again after each reconnection.
  cancels.subscribe(CANCEL_CHANNEL).catch(() => undefined)
  const worker = new Worker<ScanTicket, void>(QUEUE_NAME, takeOne, {
    ...common,
    connection: waiting,
    concurrency: slots,
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 2),
    // The second worker that dies of a scan is the last.
    maxStalledCount: 1,
  })
  worker.on('error', () => {})
  const signs = setInterval(() => void giveSign(), SIGN_MS)
  await giveSign()

  function tellReachable(reachable: boolean): void {
    if (reachable) log?.warn({}, 'the scan queue answers again')
    else log?.error({}, 'the scan queue does not answer')
    // Results cannot be delivered any more, and the waiting callers were informed.
    if (!reachable) idle?.()
  }

  /** Uses the clock of Redis, which all processes share. */
  async function giveSign(): Promise<void> {
    try {
      const [seconds] = await redis.time()
      const until = Number(seconds) * 1_000 + SIGN_HOLDS_MS
      await redis
        .pipeline()
        .zremrangebyscore(WORKERS_KEY, '-inf', until - SIGN_HOLDS_MS)
        .zadd(WORKERS_KEY, until, sign())
        .exec()
    } catch {
      // Watched elsewhere.
    }
  }

  function sign(): string {
    return `${id}|${slots}`
  }

  async function takeOne(job: Job<ScanTicket, void>, token?: string): Promise<void> {
    const { caller } = job.data
    const scanId = job.id ?? ''
    if (handingBack) return handBack(job, token)
    if (hasItsShare(caller)) return standBack(job, token)
    const mine: Running = { caller, abort: new AbortController() }
    running.set(scanId, mine)
    try {
      const input = await redis.getBuffer(inputKey(scanId))
      // The caller has given up.
      if (input === null) return onEnded('gone')
      const outcome = await scanInput(input, mine)
      if (outcome.kind === 'busy' || outcome.kind === 'caller-busy') return await standBack(job, token)
      if (handingBack && (outcome.kind === 'aborted' || outcome.kind === 'closed')) return await handBack(job, token)
      onEnded(outcome.kind)
      if (outcome.kind === 'lost' || outcome.kind === 'failed') log?.error({ error: describeLoss(outcome) }, 'a scan could not be finished')
      await redis.set(outcomeKey(scanId), writeBounded(outcome), 'PX', OUTCOME_MS)
    } finally {
      running.delete(scanId)
      if (running.size === 0) idle?.()
    }
  }

  /** However many scans a caller has in the queue, one scan of another caller can start. */
  function hasItsShare(caller: string): boolean {
    if (caller === '') return false
    const own = [...running.values()].filter((each) => each.caller === caller).length
    return own >= Math.max(1, slots - 1)
  }

  async function standBack(job: Job<ScanTicket, void>, token: string | undefined): Promise<void> {
    await job.moveToDelayed(Date.now() + STAND_BACK_MS, token)
    throw new DelayedError()
  }

  async function handBack(job: Job<ScanTicket, void>, token: string | undefined): Promise<void> {
    onEnded('handed-back')
    await job.moveToWait(token)
    throw new WaitingError()
  }

  async function scanInput(message: Buffer, { caller, abort }: Running): Promise<TaskOutcome<ScanReply>> {
    const job = readJob(message)
    const begun = performance.now()
    const outcome = await scans.scan(job, { signal: abort.signal, ...(caller !== '' && { caller }) })
    const took = Math.round(performance.now() - begun)
    if (caller !== '') await redis.pipeline().incrby(costKey(caller), took).pexpire(costKey(caller), COST_MS).exec()
    return outcome
  }

  async function close(graceMs = 0): Promise<void> {
    if (closing) return
    closing = true
    clearInterval(signs)
    await atMost(
      CLOSE_MS,
      redis.zrem(WORKERS_KEY, sign()).catch(() => 0),
    )
    await atMost(CLOSE_MS, worker.pause(true))
    if (running.size > 0 && graceMs > 0 && watch.state().reachable) await atMost(graceMs, new Promise<void>((resolve) => (idle = resolve)))
    handingBack = true
    for (const { abort } of running.values()) abort.abort()
    watch.close()
    await atMost(CLOSE_MS, Promise.allSettled([worker.close(), queue.close()]))
    for (const client of [redis, waiting, cancels]) client.disconnect()
  }

  return { queueState: watch.state, running: () => running.size, close }
}

function writeBounded(outcome: TaskOutcome<ScanReply>): Buffer {
  const message = writeOutcome(outcome)
  return message.length <= MAX_OUTCOME_BYTES
    ? message
    : writeOutcome({ kind: 'failed', name: 'RangeError', frames: 'the result is too long for the queue' })
}

function describeLoss(outcome: TaskOutcome<ScanReply>): string {
  if (outcome.kind === 'failed') return `${outcome.name}\n${outcome.frames}`
  return outcome.kind === 'lost' ? `thread ${outcome.reason}` : describeError(outcome)
}
