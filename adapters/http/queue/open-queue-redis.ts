import type { Redis } from 'ioredis'
import { importPeer } from '../peers/import-peer.ts'

const CONNECT_MS = 2_000
/** Maximum milliseconds of a command. Ten megabytes to a nearby Redis take a tenth of a second. */
const COMMAND_MS = 5_000
const MAX_BACKOFF_MS = 1_000

/** A connection whose commands fail if there is no answer or no connection. */
export async function openQueueRedis(url: string): Promise<Redis> {
  const { Redis } = await importPeer('ioredis', '5', () => import('ioredis'))
  const client = new Redis(url, { ...COMMON, commandTimeout: COMMAND_MS, enableOfflineQueue: false, maxRetriesPerRequest: 0 })
  // Without a listener each failed attempt to connect is printed.
  client.on('error', () => {})
  return client
}

/**
 * A connection for blocking commands. Once `isClosed` is true it is not reopened, nor are copies that the queue makes: their attempts would keep the
 * process alive while Redis is down.
 */
export async function openWaitingRedis(url: string, isClosed: () => boolean): Promise<Redis> {
  const { Redis } = await importPeer('ioredis', '5', () => import('ioredis'))
  const retryStrategy = (times: number): number | null => (isClosed() ? null : COMMON.retryStrategy(times))
  const client = new Redis(url, { ...COMMON, retryStrategy, maxRetriesPerRequest: null })
  client.on('error', () => {})
  return client
}

/** The queue itself. */
export function importQueue(): Promise<typeof import('bullmq')> {
  return importPeer('bullmq', '6', () => import('bullmq'))
}

/** Resolves when the first attempt to connect has ended, however. */
export function untilFirstAttempt(client: Redis): Promise<void> {
  return new Promise((resolve) => {
    if (client.status === 'ready') return resolve()
    for (const event of ['ready', 'error', 'close']) client.once(event, () => resolve())
  })
}

const COMMON = {
  connectTimeout: CONNECT_MS,
  retryStrategy: (times: number) => Math.min(50 * times, MAX_BACKOFF_MS),
} as const
