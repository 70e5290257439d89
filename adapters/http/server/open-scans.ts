import type { ScanPool, ScanPoolOptions } from '../../../src/node/index.ts'
import { createUploadPool } from '../upload/create-upload-pool.ts'
import type { Logger } from '../logging/logger.ts'
import type { ScanQueue, ScanQueueOptions } from '../queue/create-scan-queue.ts'
import { routeScans } from '../queue/route-scans.ts'

/** A queue in Redis, and the uploads that it gets. */
export interface WorkerQueue extends Pick<ScanQueueOptions, 'redisUrl' | 'maxBytes'> {
  /** Minimum size of a body for the workers. By default 131,072. With 0 all bodies go to workers, and the process has no scanning threads. */
  readonly fromBytes?: number | undefined
}

/** The executor of a service's scans, and the queue if there is one. */
export interface OpenScans {
  readonly scans: ScanPool
  readonly queue: ScanQueue | undefined
}

/** The options of the executor. */
export interface OpenScansOptions {
  readonly pool: ScanPoolOptions
  readonly queue: WorkerQueue | undefined
  readonly log: Logger | undefined
}

const FROM_BYTES = 131_072

/** Starts the threads of a service and connects to its workers. Loads the queue client only if a queue is configured. */
export async function openScans({ pool, queue: where, log }: OpenScansOptions): Promise<OpenScans> {
  if (where === undefined) return { scans: await createUploadPool(pool), queue: undefined }
  const { fromBytes = FROM_BYTES, redisUrl, maxBytes } = where
  const { queueLimit, queueWaitMs, budgetMs } = pool
  const { createScanQueue } = await import('../queue/create-scan-queue.ts')
  const queue = await createScanQueue({ redisUrl, maxBytes, queueLimit, queueWaitMs, budgetMs, log })
  try {
    const threads = fromBytes > 0 ? await createUploadPool(pool) : undefined
    return { scans: routeScans({ threads, queue, fromBytes }), queue }
  } catch (error) {
    await queue.close()
    throw error
  }
}
