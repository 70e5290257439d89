import { availableParallelism } from 'node:os'
import { A_FUNCTION, AN_OBJECT, checkOptions, TEXTS, type Wanted } from '../engine.ts'
import type { Admission } from './fair-line.ts'
import type { ScanInput, ScanJob, ScanReply } from './scan-job.ts'
import type { ScanWorkerData } from './scan-worker.ts'
import type { TaskOutcome } from './task-outcome.ts'
import { threadModule } from './thread-module.ts'
import { createWorkerPool } from './worker-pool.ts'
import type { PoolState } from './worker-pool.ts'
import type { ReplaceReason } from './worker-slot.ts'

/** The scanner and the limits of a pool. */
export interface ScanPoolOptions {
  /** Packs that every thread loads at the start. Others are loaded on first use. */
  readonly packs?: readonly string[]
  /** Folders of further rules. */
  readonly rules?: readonly string[]
  /** Modules that export `readBody`, by name. See `ScanInput`. */
  readonly intakes?: Readonly<Record<string, URL>>
  /**
   * Scans at the same time. By default one less than the number of processors, at least 2 and at most 8. Additional threads (half as many, at least
   * 2) run long scans: scans that take over a quarter of a second, estimated from their size and the caller's recent scans. They start on first use.
   * They do not delay short scans, and on Linux they run with lower priority.
   */
  readonly workers?: number
  /** Maximum number of waiting scans. By default 64. */
  readonly queueLimit?: number
  /** Maximum waiting time in milliseconds. By default 20,000. */
  readonly queueWaitMs?: number
  /** Maximum duration of a scan in milliseconds. By default 30,000. */
  readonly budgetMs?: number
  /** Milliseconds after which the thread of a cancelled scan is terminated. By default 1,000. */
  readonly stopGraceMs?: number
  /** Maximum megabytes of JavaScript heap of a thread. By default 768. */
  readonly heapMb?: number
  /** Bytes outside the heap after which a thread is replaced between scans. By default 512 MiB. */
  readonly recycleBytes?: number
  /** Number of scans after which a thread is replaced. By default 100,000. */
  readonly recycleScans?: number
  readonly onReplaced?: (reason: ReplaceReason) => void
  /** Module that exports `createScanner`. By default the one of this package. */
  readonly scanner?: URL
  /** Node options of the threads. If set, threads load modules unchanged, so these options must let them run TypeScript. */
  readonly execArgv?: readonly string[]
}

/** The caller of a scan and its cancellation. */
export interface ScanRequest {
  readonly signal?: AbortSignal
  /**
   * The queue is ordered by caller instead of arrival: the caller that used the least thread time is next. One caller may use all threads but one,
   * and at most half of the free queue slots. Scans without a caller have no individual limit.
   */
  readonly caller?: string
  /** The kind of the caller, for the metrics of operators. */
  readonly callerKind?: string
}

/** `unreachable` if the machines that scan cannot be reached. Threads never return it. */
export type ScanAdmission = Admission | 'unreachable'

/** Runs scans in threads or on other machines, so that this process stays responsive. */
export interface ScanPool {
  /** Never rejects: failures are values. A body is transferred and may be empty afterwards. */
  scan(job: ScanJob, options?: ScanRequest): Promise<TaskOutcome<ScanReply>>
  /** The answer that a scan of this size would get now: `busy` if the queue is full, `caller-busy` if only this caller's share is. */
  admit(size: number, caller?: string): ScanAdmission
  /** The state of all threads. `full` refers to scans that are not long. */
  state(): PoolState
  /** Accepts no new scans, waits at most `graceMs` milliseconds for running ones, and ends its threads. */
  close(graceMs?: number): Promise<void>
}

const DEFAULTS = {
  queueLimit: 64,
  queueWaitMs: 20_000,
  budgetMs: 30_000,
  stopGraceMs: 1_000,
  heapMb: 768,
  recycleBytes: 512 * 1024 * 1024,
  recycleTasks: 100_000,
} as const

/** A long scan gets a third of the processor next to short ones. It takes longer, but finishes. */
const LONG_NICENESS = 5

/** The least of each number. */
const LEAST = {
  workers: 1,
  queueLimit: 0,
  queueWaitMs: 0,
  budgetMs: 1,
  stopGraceMs: 0,
  heapMb: 1,
  recycleBytes: 0,
  recycleScans: 1,
} as const

/** A number, which `checkNumbers` validates. */
const COUNTED: Wanted = [() => true, 'a number']

const OPTIONS: Readonly<Record<keyof ScanPoolOptions, Wanted>> = {
  packs: TEXTS,
  rules: TEXTS,
  intakes: AN_OBJECT,
  workers: COUNTED,
  queueLimit: COUNTED,
  queueWaitMs: COUNTED,
  budgetMs: COUNTED,
  stopGraceMs: COUNTED,
  heapMb: COUNTED,
  recycleBytes: COUNTED,
  recycleScans: COUNTED,
  onReplaced: A_FUNCTION,
  scanner: AN_OBJECT,
  execArgv: TEXTS,
}

/**
 * Resolves when all threads are ready. Throws if a pack or rule folder cannot be loaded, `TypeError` for unknown or invalid options, and `RangeError`
 * for numbers out of range.
 */
export async function createScanPool(options: ScanPoolOptions = {}): Promise<ScanPool> {
  checkOptions('createScanPool', options, OPTIONS)
  const given: ScanPoolOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  checkNumbers(given)
  const { packs = ['public'], rules = [], intakes = {}, recycleScans = DEFAULTS.recycleTasks, scanner = ownModule('index'), ...rest } = given
  const load = given.execArgv ? (module: URL) => module : threadModule
  const data: ScanWorkerData = {
    scanner: load(scanner).href,
    packs,
    rules,
    intakes: Object.fromEntries(Object.entries(intakes).map(([name, module]) => [name, load(module).href])),
  }
  const threads = { ...DEFAULTS, ...rest, recycleTasks: recycleScans, entry: load(ownModule('scan-worker')), data }
  const workers = given.workers ?? defaultWorkers()
  const long = { workers: countLongThreads(workers), niceness: LONG_NICENESS }
  const pool = await createWorkerPool<ScanReply>({ ...threads, workers, long })
  return {
    scan: ({ input, ...job }, { signal, caller } = {}) =>
      pool.run({ message: { input, ...job }, transfer: buffersOf(input), signal, caller, size: sizeOf(input) }),
    admit: (size, caller) => pool.admit({ size, caller }),
    state: pool.state,
    close: pool.close,
  }
}

/** A pool without threads would accept scans and never run them. */
function checkNumbers(options: ScanPoolOptions): void {
  const numbers = new Map<string, unknown>(Object.entries(options))
  for (const [name, least] of Object.entries(LEAST)) {
    const value = numbers.get(name) ?? least
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least)
      throw new RangeError(`\`${name}\` must be a whole number from ${least}.`)
  }
}

function ownModule(name: string): URL {
  return new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
}

/** At least two, so that one slow scan does not block everybody. A second thread is 1.89 times as fast if a processor is free. */
function defaultWorkers(): number {
  return Math.min(8, Math.max(2, availableParallelism() - 1))
}

/** The number of threads for long scans. */
export function countLongThreads(workers: number): number {
  return Math.max(Math.min(2, workers), Math.ceil(workers / 2))
}

/** Bytes of a body, or UTF-16 units of files. */
export function sizeOf(input: ScanInput): number {
  return input.kind === 'body' ? input.body.length : input.files.reduce((sum, { content }) => sum + content.length, 0)
}

function buffersOf(input: ScanInput): readonly ArrayBuffer[] {
  return input.kind === 'body' ? [input.body.buffer] : []
}
