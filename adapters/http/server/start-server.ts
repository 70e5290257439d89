import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { ScanPool, ScanPoolOptions } from '../../../src/node/index.ts'
import { answerProblem } from '../problems/answer-problem.ts'
import { boundConnections } from '../connections/bound-connections.ts'
import { checkServerOptions } from './check-options.ts'
import { createApp } from './create-app.ts'
import type { AppOptions } from './create-app.ts'
import { guardConnections } from '../connections/guard-connections.ts'
import { createRuleCatalogue } from '../rules/rule-catalogue.ts'
import { createMetrics } from '../operation/metrics.ts'
import { openScans, type WorkerQueue } from './open-scans.ts'
import { createRedisRateStore } from '../limits/redis-rate-store.ts'
import { readServiceLimits } from '../limits/service-limits.ts'
import { readTiers } from '../callers/tiers.ts'

/** What the service is made of, and how it listens. */
export interface ServerOptions extends Omit<AppOptions, 'scans' | 'queue' | 'isClosing'> {
  /** By default 127.0.0.1. */
  readonly host?: string
  /** By default 3000. With 0 the system chooses. */
  readonly port?: number
  /** Milliseconds for the head of a request. By default 10,000. */
  readonly headTimeoutMs?: number
  /** Milliseconds `close` gives requests in flight. By default 30,000. */
  readonly closeGraceMs?: number
  /** Open connections. For one more an idle one is closed, of whoever has most; where none is idle, it is closed itself. By default 2,000. */
  readonly maxConnections?: number
  /** Of one address, IPv6 by its /64. By default a tenth of all, and all where a proxy is trusted: then every connection is that proxy's. */
  readonly maxConnectionsPerAddress?: number
  /** Redis in which replicas count requests together, unless `rateStore` is given. By default each process counts alone. */
  readonly redisUrl?: string
  /** Workers that do large scans, by the queue in which they wait. By default all are done in threads of this process. */
  readonly queue?: WorkerQueue
  /** Options of the scanning threads. */
  readonly scans?: Omit<ScanPoolOptions, 'intakes' | 'onReplaced'>
}

/** The service while it runs. */
export interface RunningServer {
  /** `http://host:port`, with the port that was taken. */
  readonly url: string
  readonly port: number
  /** What scans: threads, workers or both. Closed with the server. */
  readonly scans: ScanPool
  /** Takes no new connections and uploads, finishes those in flight within the grace, and ends the threads. The same promise when called again. */
  close(): Promise<void>
}

const KEEP_ALIVE_MS = 5_000
/** Connections that wait to be taken, as far as the system lets them. Who finds no place there tries again a second later: with the usual 511 others did, while two thousand clients came again and again. */
const BACKLOG = 4_096
const CHECK_INTERVAL_MS = 1_000

/** Starts the service. Resolves when it listens and its threads are ready; throws when a pack cannot be loaded or the port is taken, and `TypeError` for an option that there is not. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  checkServerOptions(options)
  const {
    host = '127.0.0.1',
    port = 3000,
    closeGraceMs = 30_000,
    headTimeoutMs = 10_000,
    maxConnections = 2_000,
    maxConnectionsPerAddress = (options.trustedProxyHops ?? 0) > 0 ? maxConnections : Math.ceil(maxConnections / 10),
    scans: scanOptions,
    redisUrl,
    queue: workerQueue,
    ...appOptions
  } = options
  const { log } = options
  const limits = readServiceLimits(options.limits)
  const tiers = readTiers(options.tiers)
  // Loaded now, so that a pack that there is not keeps the service from starting, and not from answering.
  const packs = [...new Set([...(scanOptions?.packs ?? []), tiers.anonymous.pack, tiers.bearer.pack])]
  const redis = redisUrl === undefined || options.rateStore ? undefined : await createRedisRateStore({ url: redisUrl, log })
  const metrics = options.metrics ?? createMetrics({ ofProcess: true })
  const tellReplaced = (reason: string): void => {
    log?.warn({ reason }, 'scan thread replaced')
    metrics.countRestart(reason)
  }
  const opening = openScans({ pool: { ...scanOptions, packs, onReplaced: tellReplaced }, queue: workerQueue, log })
  const { scans, queue } = await opening.catch(async (error: unknown) => {
    await redis?.close()
    throw error
  })
  const life = { closing: false }
  const catalogue = options.catalogue ?? createRuleCatalogue(scanOptions?.rules)
  const app = createApp({ ...appOptions, metrics, ...(redis && { rateStore: redis }), catalogue, scans, queue, isClosing: () => life.closing })
  const server = createServer({
    // Requests without `Host` are refused by the listener, with a problem.
    requireHostHeader: false,
    headersTimeout: headTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    // Bodies have times of their own, which answer with a problem: this one is for what escapes them.
    requestTimeout: limits.bodyTotalMs + headTimeoutMs + 2 * CHECK_INTERVAL_MS,
  })
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Its way of ending an unread body drops the answer when the client still sends after half a second: see guardConnections.
    autoCleanupIncoming: false,
    errorHandler: () =>
      answerProblem({ name: 'malformed-request', detail: 'The request target or the `Host` header is not a valid address.' }, undefined),
  })
  guardConnections(server, listener)
  boundConnections(server, { most: maxConnections, mostPerAddress: maxConnectionsPerAddress })

  try {
    await listen(server, host, port)
  } catch (error) {
    await Promise.all([scans.close(), redis?.close()])
    throw error
  }

  let closed: Promise<void> | undefined
  const taken = portOf(server)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    port: taken,
    scans,
    close() {
      life.closing = true
      closed ??= closeServer(server, scans, closeGraceMs).finally(() => redis?.close())
      return closed
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function closeServer(server: Server, scans: ScanPool, graceMs: number): Promise<void> {
  const force = setTimeout(() => server.closeAllConnections(), graceMs)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(force)
  await scans.close()
}
