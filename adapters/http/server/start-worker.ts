import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { Counter, Registry, collectDefaultMetrics } from 'prom-client'
import type { ScanPoolOptions } from '../../../src/node/index.ts'
import { createUploadPool } from '../upload/create-upload-pool.ts'
import type { HttpEnv } from '../callers/http-env.ts'
import type { Logger } from '../logging/logger.ts'
import { answerMetrics } from '../operation/answer-metrics.ts'
import { checkQueue } from '../operation/check-readiness.ts'
import { readTiers, type TierOptions } from '../callers/tiers.ts'
import { watchQueueMetrics } from '../queue/queue-metrics.ts'
import { takeScans } from '../queue/take-scans.ts'

/** The dependencies of a worker, and where it listens. */
export interface WorkerOptions {
  /** Redis in which scans wait. */
  readonly redisUrl: string
  /** By default 127.0.0.1. */
  readonly host?: string | undefined
  /** Port of its status endpoints. By default 3001. With 0 the system chooses. */
  readonly port?: number | undefined
  /** Options of the scanning threads. */
  readonly scans?: Omit<ScanPoolOptions, 'intakes' | 'onReplaced' | 'queueLimit'> | undefined
  /** Their packs are loaded before it accepts scans. */
  readonly tiers?: TierOptions | undefined
  /** Required for `/metrics`. By default direct connections from private addresses may read it. */
  readonly metricsToken?: string | undefined
  /** Milliseconds that `close` gives running scans before it returns them to the queue. By default 30,000. */
  readonly closeGraceMs?: number | undefined
  /** Milliseconds without a heartbeat after which others take over its scans. By default 10,000. */
  readonly lockMs?: number
  readonly log?: Logger | undefined
}

/** A worker while it runs. */
export interface RunningWorker {
  /** `http://host:port` of `/healthz`, `/readyz` and `/metrics`. */
  readonly url: string
  /** Accepts no more scans, waits for running ones within the grace period, returns the others to the queue, and ends the threads. */
  close(): Promise<void>
}

/** Size of the worker's own waiting list, larger than it ever needs. */
const PLACES = 1_024

/** Starts a worker. Resolves when it accepts scans. Throws if a pack cannot be loaded or the port is in use. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { redisUrl, host = '127.0.0.1', port = 3001, scans: scanOptions, closeGraceMs = 30_000, lockMs, log } = options
  const tiers = readTiers(options.tiers)
  const packs = [...new Set([...(scanOptions?.packs ?? []), tiers.anonymous.pack, tiers.bearer.pack])]
  const counts = createWorkerCounts()
  const onReplaced = (reason: string): void => {
    log?.warn({ reason }, 'scan thread replaced')
    counts.restarts.inc({ reason })
  }
  const scans = await createUploadPool({ ...scanOptions, packs, onReplaced, queueLimit: PLACES })
  const life = { closing: false }
  const onEnded = (outcome: string): void => counts.ended.inc({ outcome })
  try {
    const taker = await takeScans({ redisUrl, scans, onEnded, log, ...(lockMs !== undefined && { lockMs }) })
    watchQueueMetrics(counts.register, taker.queueState)
    const app = new Hono<HttpEnv>()
    app.get('/healthz', () => Response.json({ status: 'ok' }))
    app.get('/readyz', () => {
      const queue = checkQueue({ ...taker.queueState(), workers: 1 })
      const isReady = queue === 'ok' && scans.state().alive > 0 && !life.closing
      const checks = { shutdown: life.closing ? 'begun' : 'none', threads: scans.state().alive > 0 ? 'ok' : 'none', queue }
      return Response.json({ status: isReady ? 'ready' : 'not-ready', checks }, { status: isReady ? 200 : 503 })
    })
    app.get('/metrics', async (c) => {
      const text = { text: () => counts.register.metrics(), contentType: counts.register.contentType }
      return (await answerMetrics(c, text, options.metricsToken)) ?? c.notFound()
    })
    const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
    await listen(server, host, port).catch(async (error: unknown) => {
      await taker.close()
      throw error
    })
    const address = server.address()
    const taken = typeof address === 'object' && address ? address.port : port
    let closed: Promise<void> | undefined
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
      close() {
        life.closing = true
        closed ??= (async () => {
          await taker.close(closeGraceMs)
          server.closeAllConnections()
          server.close()
          await scans.close()
        })()
        return closed
      },
    }
  } catch (error) {
    await scans.close()
    throw error
  }
}

function createWorkerCounts(): { register: Registry; ended: Counter; restarts: Counter } {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  return {
    register,
    ended: new Counter({
      name: 'assay_worker_scans_total',
      help: 'Scans that ended in this worker, by outcome: `done`, `handed-back`, `gone` when the caller no longer waited, or another outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    restarts: new Counter({
      name: 'assay_scan_thread_restarts_total',
      help: 'Replaced scanning threads, by reason.',
      labelNames: ['reason'],
      registers,
    }),
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
