import { afterAll, describe } from 'vitest'
import { createUploadPool } from '../../adapters/http/upload/create-upload-pool.ts'
import { createScanQueue } from '../../adapters/http/queue/create-scan-queue.ts'
import { takeScans } from '../../adapters/http/queue/take-scans.ts'
import { hasRedis, openRedis } from '../http/open-redis.ts'
import { obedientThreads } from '../pool/source-threads.ts'
import { describeScanPool } from './scan-pool-contract.ts'

const threads = { ...obedientThreads, workers: 2, stopGraceMs: 100, budgetMs: 5_000, heapMb: 64 }

describeScanPool('of threads', async (options) => {
  const pool = await createUploadPool({ ...threads, queueLimit: 8, ...options })
  afterAll(() => pool.close())
  return pool
})

describe.runIf(hasRedis())('workers', async () => {
  const redis = await openRedis()
  const scans = await createUploadPool({ ...threads, queueLimit: 1_000 })
  const taker = await takeScans({ redisUrl: redis.url, scans })
  afterAll(async () => {
    await taker.close()
    await scans.close()
  })

  describeScanPool('of a queue', async (options) => {
    const queue = await createScanQueue({ redisUrl: redis.url, queueLimit: 8, budgetMs: threads.budgetMs, ...options })
    afterAll(() => queue.close())
    return queue
  })
})
