import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import { secureHeaders } from 'hono/secure-headers'
import type { ScanPool } from '../../../src/node/index.ts'
import { addAccountAddresses, tellOwnReferrer } from '../accounts/add-account-addresses.ts'
import type { Accounts } from '../accounts/auth/accounts.ts'
import { answerProblem } from '../problems/answer-problem.ts'
import { readOpenApi } from '../api/openapi-document.ts'
import { renderDocs } from '../api/render-docs.ts'
import { checkAppOptions } from './check-options.ts'
import { createByteBudget } from '../body/byte-budget.ts'
import { describeError } from '../logging/describe-error.ts'
import { connectionOf, type HttpContext, type HttpEnv, type HttpNext } from '../callers/http-env.ts'
import type { VerifyToken } from '../callers/identify-caller.ts'
import { answerCaller } from '../keys/answer-caller.ts'
import { answerKeys, createKey, revokeKey, type KeyRoute } from '../keys/answer-keys.ts'
import type { KeyStore } from '../keys/store/key-store.ts'
import { verifyByStore } from '../callers/verify-by-store.ts'
import { limitRate, type RateRules } from '../limits/limit-rate.ts'
import { logRequests } from '../operation/log-requests.ts'
import type { Logger } from '../logging/logger.ts'
import { answerMetrics } from '../operation/answer-metrics.ts'
import { checkReadiness, type Readiness } from '../operation/check-readiness.ts'
import { createMetrics, type Metrics } from '../operation/metrics.ts'
import { traceRequests } from '../operation/trace-requests.ts'
import { toProblemPage, toProblemsPage } from '../pages/problem-pages.ts'
import { faultOfService, type Problem } from '../problems/problems.ts'
import type { ScanQueue } from '../queue/create-scan-queue.ts'
import { RATE_HEADERS } from '../limits/rate-headers.ts'
import { createMemoryRateStore } from '../limits/rate-store.ts'
import type { RateStore } from '../limits/rate-store.ts'
import { answerPack, answerRule, answerRules, type RuleRoute } from '../rules/answer-rules.ts'
import { createRuleCatalogue, type RuleCatalogue } from '../rules/rule-catalogue.ts'
import { readServiceLimits, type ServiceLimits } from '../limits/service-limits.ts'
import { DEFAULT_PLANS, readTiers, type Plans, type TierOptions } from '../callers/tiers.ts'
import { createMemoryCache } from '../../triage/index.ts'
import type { ServiceTriage } from '../upload/triage-answer.ts'
import { answerUpload, type UploadRoute } from '../upload/upload-endpoint.ts'
import { UPLOAD_KINDS } from '../upload/upload-kinds.ts'
import { showProblems } from '../pages/show-problems.ts'
import {
  answerPageFile,
  answerPlaygroundFile,
  INDEX_FILE,
  listPageAddresses,
  listPlaygroundAddresses,
  PLAYGROUND_ADDRESS,
} from '../pages/web-page.ts'
import { answerIndex } from './answer-index.ts'

/** The parts of the service. */
export interface AppOptions {
  /** Made by `createUploadPool`. Not closed by the app. */
  readonly scans: ScanPool
  /** The queue of workers, if there is one. `/metrics` and `/readyz` report it. The app does not close it. */
  readonly queue?: Pick<ScanQueue, 'queueState'> | undefined
  /** Without it there are no keys: then any Bearer request counts as authenticated, still counted by address and with the public pack. */
  readonly verifyToken?: VerifyToken | undefined
  /** The key store, in addition to `verifyToken`. The app does not close it. */
  readonly keys?: KeyStore | undefined
  /** Limits of keys by plan. By default `free` and `paid`. */
  readonly plans?: Plans
  /** Accounts whose keys are in `keys`. By default none. */
  readonly accounts?: Accounts | undefined
  /** Limits of callers without an account, and defaults for plans. */
  readonly tiers?: TierOptions
  /** Descriptions of rules and packs. By default of the packs; pass a catalogue if there are additional rule folders. */
  readonly catalogue?: RuleCatalogue
  /** The counter of requests. By default in this process. */
  readonly rateStore?: RateStore
  /** Number of proxies that append to `X-Forwarded-For`. By default 0: the header is ignored. */
  readonly trustedProxyHops?: number
  readonly limits?: Partial<ServiceLimits>
  /** Origins of other web pages that may call the API, or `*`. By default none. */
  readonly corsOrigins?: readonly string[]
  /**
   * Seconds for which browsers must use TLS (`Strict-Transport-Security`). Sent only on TLS requests: to this process, or to a trusted proxy that
   * sets `X-Forwarded-Proto`. By default not sent.
   */
  readonly hstsSeconds?: number
  /** A triage by a language model, for callers whose tier or plan has `triage`. By default none: nothing is sent. */
  readonly triage?: ServiceTriage | undefined
  /** Also sends the structured fields `RateLimit` and `RateLimit-Policy` of the IETF draft. By default false. */
  readonly structuredRateHeaders?: boolean
  /** Counts requests and scans for `/metrics`. By default in this app. */
  readonly metrics?: Metrics
  /** Required for `/metrics`. By default direct connections from private addresses may read it. */
  readonly metricsToken?: string
  /** By default nothing is logged. */
  readonly log?: Logger
  /** True once the service accepts no more uploads. */
  readonly isClosing?: () => boolean
}

/** Other pages use CORS to read answers, which the resource policy does not affect. HSTS is sent only on TLS, and each page has its own policy. */
const SECURE_HEADERS = { crossOriginResourcePolicy: 'same-origin', strictTransportSecurity: false } as const
const SILENT: Logger = { info() {}, warn() {}, error() {} }
const UPLOAD_METHODS = 'POST, OPTIONS'
const ruleAddresses = [
  ['/api/rules', answerRules],
  ['/api/rules/:id', answerRule],
  ['/api/packs/:name', answerPack],
] as const

/** The service as a Hono app. Use `startServer` to enforce limits on bodies and to see clients' addresses. */
export function createApp(options: AppOptions): Hono<HttpEnv> {
  checkAppOptions(options)
  const app = new Hono<HttpEnv>()
  const isClosing = options.isClosing ?? (() => false)
  const route = toUploadRoute(options, isClosing)
  const rates = toRateRules(options)
  const rules: RuleRoute = { rates, catalogue: options.catalogue ?? createRuleCatalogue() }
  const readiness = { isClosing, scans: options.scans, keys: options.keys, rates: rates.store, queue: options.queue }
  const document = readOpenApi(route.limits, { keys: options.keys !== undefined, accounts: options.accounts !== undefined })

  route.metrics.watch({ scans: route.scans, isShared: () => rates.store.isShared?.() ?? false, queue: options.queue })

  app.use(logRequests(options.log ?? SILENT, route.metrics))
  app.use(traceRequests())
  if (options.accounts) for (const path of ['/login', '/signup', '/device', '/account', '/account/keys']) app.use(path, tellOwnReferrer)
  app.use(secureHeaders(SECURE_HEADERS))
  app.use(setAnswerHeaders(isClosing))
  app.use(showProblems)
  if (options.hstsSeconds !== undefined) app.use(setTransportSecurity(options.hstsSeconds, options.trustedProxyHops ?? 0))
  for (const { path, quota } of UPLOAD_KINDS) app.use(path, limitRate(rates, quota)).options(path, allowUploads)
  if (options.corsOrigins) app.use('/api/*', allowOrigins(options.corsOrigins))

  for (const kind of UPLOAD_KINDS) {
    app.post(kind.path, (c) => answerUpload(c, route, kind))
    app.options(kind.path, () => new Response(null, { status: 204 }))
    app.all(kind.path, (c) => refuse(c, { name: 'method-not-allowed', detail: 'Uploads are sent with `POST`.', headers: { Allow: UPLOAD_METHODS } }))
  }
  for (const [path, answer] of ruleAddresses) app.get(path, etag(), (c) => answer(c, rules))
  if (options.keys) addKeyAddresses(app, { ...route, rates, keys: options.keys, plans: options.plans ?? DEFAULT_PLANS })
  if (options.accounts && options.keys)
    addAccountAddresses(app, { ...route, rates, keys: options.keys, accounts: options.accounts }, answerOtherMethod)
  app.get('/api/account', (c) => answerCaller(c, rates))
  app.get('/openapi.json', etag(), () => Response.json(document, { headers: { 'Cache-Control': 'no-cache' } }))
  app.get('/docs', () => renderDocs(document))
  app.get('/healthz', () => Response.json({ status: 'ok' }))
  app.get('/readyz', async () => answerReadiness(await checkReadiness(readiness)))
  app.get('/metrics', async (c) => (await answerMetrics(c, route.metrics, options.metricsToken)) ?? refuse(c, nothingHere()))
  app.get('/problems', () => toProblemsPage())
  app.get('/problems/:name', (c) => toProblemPage(c.req.param('name')) ?? refuse(c, nothingHere()))
  const pages = listPageAddresses()
  for (const { address, file } of pages) app.get(address, compress(), (c) => (file === INDEX_FILE ? answerIndex(c, options) : answerPageFile(file)))
  const playground = listPlaygroundAddresses()
  for (const { address, file } of playground) app.get(address, compress(), etag(), () => answerPlaygroundFile(file))
  if (playground.length > 0) app.get('/playground', (c) => c.redirect(PLAYGROUND_ADDRESS))
  const read = [
    ...[...pages, ...playground].map(({ address }) => address),
    ...ruleAddresses.map(([path]) => path),
    '/api/account',
    '/openapi.json',
    '/docs',
    '/metrics',
    '/healthz',
    '/readyz',
    '/problems',
  ]
  for (const path of read) app.all(path, (c) => answerOtherMethod(c))
  app.all('/problems/:name', (c) => (toProblemPage(c.req.param('name')) ? answerOtherMethod(c) : refuse(c, nothingHere())))

  app.notFound((c) => refuse(c, nothingHere()))
  app.onError((error, c) => {
    c.get('notes').error = describeError(error)
    return refuse(c, faultOfService())
  })
  return app
}

function toUploadRoute(options: AppOptions, isClosing: () => boolean): UploadRoute {
  const limits = readServiceLimits(options.limits)
  return {
    scans: options.scans,
    limits,
    isClosing,
    budget: createByteBudget(limits.maxBufferedBytes),
    metrics: options.metrics ?? createMetrics(),
    triage: options.triage && { ...options.triage, cache: createMemoryCache() },
  }
}

function toRateRules(options: AppOptions): RateRules {
  return {
    store: options.rateStore ?? createMemoryRateStore(),
    trustedProxyHops: options.trustedProxyHops ?? 0,
    verifyToken: toVerifyToken(options),
    tiers: readTiers(options.tiers),
    structuredHeaders: options.structuredRateHeaders ?? false,
  }
}

/** Tries the operator's function first, then the key store. */
function toVerifyToken({ verifyToken, keys, plans = DEFAULT_PLANS }: AppOptions): VerifyToken | undefined {
  const verifyKept = keys && verifyByStore(keys, plans)
  if (!verifyToken || !verifyKept) return verifyToken ?? verifyKept
  return async (token) => (await verifyToken(token)) ?? verifyKept(token)
}

function addKeyAddresses(app: Hono<HttpEnv>, route: KeyRoute): void {
  app.get('/api/admin/keys', (c) => answerKeys(c, route))
  app.post('/api/admin/keys', (c) => createKey(c, route))
  app.delete('/api/admin/keys/:id', (c) => revokeKey(c, route))
  app.all('/api/admin/keys', (c) => answerOtherMethod(c, 'GET, HEAD, POST, OPTIONS'))
  app.all('/api/admin/keys/:id', (c) => answerOtherMethod(c, 'DELETE, OPTIONS'))
}

/** Headers that depend on the answer or the service. `secureHeaders` sets the constant ones. */
function setAnswerHeaders(isClosing: () => boolean): (c: HttpContext, next: HttpNext) => Promise<void> {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    if (isClosing()) headers.set('Connection', 'close')
  }
}

function setTransportSecurity(seconds: number, trustedHops: number): (c: HttpContext, next: HttpNext) => Promise<void> {
  return async (c, next) => {
    await next()
    const { incoming } = connectionOf(c)
    const forwarded = trustedHops > 0 ? c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim() : undefined
    // RFC 6797, 7.2: never without TLS.
    if (forwarded === 'https' || (incoming && 'encrypted' in incoming.socket)) c.res.headers.set('Strict-Transport-Security', `max-age=${seconds}`)
  }
}

/** Answers a preflight before the endpoint, with the endpoint's headers. */
async function allowUploads(c: HttpContext, next: HttpNext): Promise<void> {
  await next()
  c.res.headers.set('Allow', UPLOAD_METHODS)
}

function allowOrigins(origins: readonly string[]): ReturnType<typeof cors> {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Authorization', 'Content-Type', 'Content-Encoding', 'If-None-Match', 'X-Request-Id'],
    exposeHeaders: [...RATE_HEADERS, 'RateLimit', 'Retry-After', 'X-Request-Id', 'ETag'],
    maxAge: 600,
  })
}

function answerReadiness({ ready, checks }: Readiness): Response {
  return Response.json({ status: ready ? 'ready' : 'not-ready', checks }, { status: ready ? 200 : 503 })
}

function answerOtherMethod(c: HttpContext, methods = 'GET, HEAD, OPTIONS'): Response {
  const headers = { Allow: methods }
  if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers })
  return refuse(c, { name: 'method-not-allowed', detail: `This address supports the methods ${methods}.`, headers })
}

function nothingHere(): Problem {
  return {
    name: 'not-found',
    detail: `The service has no resource at this address. Send uploads with \`POST\` to ${UPLOAD_KINDS.map(({ path }) => `\`${path}\``).join(' or ')}.`,
  }
}

function refuse(c: HttpContext, problem: Problem): Response {
  c.get('notes').problem = problem.name
  return answerProblem(problem, c.get('requestId'))
}
