import type { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { describeError } from '../logging/describe-error.ts'
import { importPeer } from '../peers/import-peer.ts'
import type { Logger } from '../logging/logger.ts'
import { countingOptions, createMemoryRateStore, toStore, type RateStore, type RateUse } from './rate-store.ts'

/** The Redis of the counters, and callbacks for failures. */
export interface RedisRateOptions {
  /** `redis://user:password@host:6379/0`, `rediss://` with TLS. */
  readonly url: string
  readonly log?: Logger | undefined
}

/** Counts that replicas share, as long as Redis answers. */
export interface RedisRateStore extends RateStore {
  isShared(): boolean
  close(): Promise<void>
}

const CONNECT_MS = 2_000
/** A request waits no longer than this for being counted. */
const COMMAND_MS = 500
/** How long requests are counted here after Redis did not answer, so that they do not all wait for it. */
const LOCAL_MS = 1_000
const MAX_BACKOFF_MS = 2_000

/**
 * Counts in Redis, exactly across all replicas: one script reads and increments. While Redis does not answer, each replica counts alone from zero and
 * logs it; no request is refused. Throws if the client is not installed, but not if Redis is down.
 */
export async function createRedisRateStore({ url, log }: RedisRateOptions): Promise<RedisRateStore> {
  const { Redis } = await importPeer('ioredis', '5', () => import('ioredis'))
  const client = new Redis(url, {
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(100 * times, MAX_BACKOFF_MS),
  })
  // Without a listener every failed connection attempt is printed. Only failures of the counter matter.
  client.on('error', () => {})
  await untilFirstAttempt(client)
  const shared = toStore(new RateLimiterRedis({ ...countingOptions, storeClient: client, keyPrefix: 'assay:rate', rejectIfRedisNotReady: true }))
  const local = createMemoryRateStore()
  let isShared = true
  let localUntil = 0

  async function count(by: (store: RateStore) => Promise<RateUse>): Promise<RateUse> {
    if (performance.now() < localUntil) return by(local)
    try {
      const use = await by(shared)
      if (!isShared) log?.warn({}, 'rate limits are shared again')
      isShared = true
      return use
    } catch (error) {
      if (isShared) log?.error({ error: describeError(error) }, 'rate limits are local: Redis does not respond')
      isShared = false
      localUntil = performance.now() + LOCAL_MS
      return by(local)
    }
  }

  return {
    take: (key) => count((store) => store.take(key)),
    look: (key) => count((store) => store.look(key)),
    isShared: () => isShared,
    close: async () => client.disconnect(),
  }
}

/** Waits for the first connection attempt, so that the first requests are counted in Redis too. */
function untilFirstAttempt(client: Redis): Promise<void> {
  return new Promise((resolve) => {
    client.once('ready', resolve)
    client.once('error', () => resolve())
    client.once('close', () => resolve())
  })
}
