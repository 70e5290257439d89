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

/** The parts of the service, and where it listens. */
export interface ServerOptions extends Omit<AppOptions, 'scans' | 'queue' | 'isClosing'> {
  /** By default 127.0.0.1. */
  readonly host?: string
  /** By default 3000. With 0 the system chooses. */
  readonly port?: number
  /** Maximum milliseconds for the head of a request. By default 10,000. */
  readonly headTimeoutMs?: number
  /** Milliseconds `close` gives requests in flight. By default 30,000. */
  readonly closeGraceMs?: number
  /**
   * Maximum open connections. At the limit, an idle connection of the address with most connections is closed, or the new one if none is idle. By
   * default 2,000.
   */
  readonly maxConnections?: number
  /**
   * Maximum connections per address (IPv6 by its /64). By default a tenth of all, or all behind a trusted proxy, where every connection comes from
   * the proxy.
   */
  readonly maxConnectionsPerAddress?: number
  /** Redis that counts requests of all replicas, unless `rateStore` is set. By default each process counts alone. */
  readonly redisUrl?: string
  /** Queue of workers for large scans. By default threads of this process run all scans. */
  readonly queue?: WorkerQueue
  /** Options of the scanning threads. */
  readonly scans?: Omit<ScanPoolOptions, 'intakes' | 'onReplaced'>
}

/** The service while it runs. */
export interface RunningServer {
  /** `http://host:port`, with the actual port. */
  readonly url: string
  readonly port: number
  /** The threads, workers or both. Closed with the server. */
  readonly scans: ScanPool
  /**
   * Accepts no new connections and uploads, waits for running requests within the grace period, and ends the threads. Returns the same promise when
   * called again.
   */
  close(): Promise<void>
}

const KEEP_ALIVE_MS = 5_000
/**
 * Length of the system's queue of new connections. A client that does not fit retries a second later: with Node's default of 511, clients were
 * delayed while two thousand others kept reconnecting.
 */
const BACKLOG = 4_096
const CHECK_INTERVAL_MS = 1_000

/**
 * Starts the service. Resolves when it listens and its threads are ready. Throws if a pack cannot be loaded or the port is in use, and `TypeError`
 * for unknown options.
 */
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
  // Loaded now, so that a missing pack prevents the start.
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
    // The listener refuses requests without `Host` with a problem document.
    requireHostHeader: false,
    headersTimeout: headTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    // Bodies have their own timeouts with a problem document. This one is a fallback.
    requestTimeout: limits.bodyTotalMs + headTimeoutMs + 2 * CHECK_INTERVAL_MS,
  })
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Hono's cleanup drops the answer if the client still sends after half a second. See `guardConnections`.
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
