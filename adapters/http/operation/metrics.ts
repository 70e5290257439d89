import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { ScanPool } from '../../../src/node/index.ts'
import type { ScanQueue } from '../queue/create-scan-queue.ts'
import { watchQueueMetrics } from '../queue/queue-metrics.ts'
import type { RequestNotes } from '../callers/http-env.ts'

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string
  /** The pattern of its address. */
  readonly route: string
  readonly status: number
  readonly seconds: number
  readonly notes: RequestNotes
}

/** The size and gaps of a scan. */
export interface ScanMeasure {
  /** Milliseconds by phase. */
  readonly phases: Readonly<Record<string, number>>
  /** Files by the reason for which they were skipped or scanned in part. */
  readonly gaps: Readonly<Record<string, number>>
}

/** Metrics for operators. Labels have only fixed values: never a path, address, token or account. */
export interface Metrics {
  countRequest(request: AnsweredRequest): void
  countScan(scan: ScanMeasure): void
  countRestart(reason: string): void
  /** Counts an upload that waits or is scanned, until the returned function is called. */
  beginScan(callerKind: string): () => void
  /** Registers sources that are read on every request for metrics. */
  watch(sources: MetricSources): void
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>
  readonly contentType: string
}

/** Sources of current values. */
export interface MetricSources {
  readonly scans: Pick<ScanPool, 'state'>
  /** Whether rate limits are shared with other replicas. */
  readonly isShared: () => boolean
  readonly queue?: Pick<ScanQueue, 'queueState'> | undefined
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Methods with a label of their own. Clients can invent others. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])

/** Counts in this process. With `ofProcess` also Node's metrics: memory, processor time, event loop lag. */
export function createMetrics({ ofProcess = false }: { ofProcess?: boolean } = {}): Metrics {
  const register = new Registry()
  const registers = [register]
  if (ofProcess) collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'assay_http_requests_total',
    help: 'Completed requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'assay_http_request_duration_seconds',
    help: 'Seconds from the request headers to the response.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  })
  const uploads = new Counter({
    name: 'assay_uploads_total',
    help: 'Uploads by kind of caller and outcome: `scanned`, or the name of a problem.',
    labelNames: ['route', 'caller', 'outcome'],
    registers,
  })
  const bytes = new Counter({ name: 'assay_upload_bytes_total', help: 'Bytes of scanned request bodies.', registers })
  const findings = new Counter({ name: 'assay_findings_total', help: 'Findings in responses.', registers })
  const waiting = new Gauge({
    name: 'assay_scans_in_hand',
    help: 'Uploads that are waiting or being scanned, by kind of caller.',
    labelNames: ['caller'],
    registers,
  })
  const phases = new Counter({ name: 'assay_scan_phase_seconds_total', help: 'Seconds of scanning by phase.', labelNames: ['phase'], registers })
  const gaps = new Counter({
    name: 'assay_gaps_total',
    help: 'Skipped and partly analysed files, by reason.',
    labelNames: ['reason'],
    registers,
  })
  const restarts = new Counter({
    name: 'assay_scan_thread_restarts_total',
    help: 'Replaced scanning threads, by reason.',
    labelNames: ['reason'],
    registers,
  })

  return {
    countRequest({ method, route, status, seconds, notes }) {
      requests.inc({ method: METHODS.has(method) ? method : 'other', route, status })
      durations.observe({ route }, seconds)
      if (method === 'POST' && notes.caller !== undefined) uploads.inc({ route, caller: notes.caller, outcome: notes.problem ?? 'scanned' })
      if (notes.findings !== undefined) findings.inc(notes.findings)
      if (notes.findings !== undefined && notes.bytes !== undefined) bytes.inc(notes.bytes)
    },
    countScan(scan) {
      for (const [phase, milliseconds] of Object.entries(scan.phases)) phases.inc({ phase }, milliseconds / 1_000)
      for (const [reason, files] of Object.entries(scan.gaps)) gaps.inc({ reason }, files)
    },
    countRestart: (reason) => restarts.inc({ reason }),
    beginScan(caller) {
      waiting.inc({ caller })
      return () => waiting.dec({ caller })
    },
    watch({ scans, isShared, queue }) {
      watchValue('assay_scans_running', 'Running scans.', () => scans.state().running)
      watchValue('assay_scans_queued', 'Scans that are waiting for a thread. Use this value to scale the service.', () => scans.state().queued)
      watchValue('assay_scan_threads', 'Available scanning threads.', () => scans.state().alive)
      watchValue('assay_rate_limits_shared', '1 if rate limits are shared with other replicas, else 0.', () => Number(isShared()))
      if (queue) watchQueueMetrics(register, queue.queueState)
    },
    text: () => register.metrics(),
    contentType: register.contentType,
  }

  function watchValue(name: string, help: string, value: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(value()) })
  }
}
