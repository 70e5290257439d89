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

/** What a pool scans with, and what bounds it. */
export interface ScanPoolOptions {
  /** Packs that every thread has ready from the start. Others are loaded when first asked for. */
  readonly packs?: readonly string[]
  /** Folders of further rules. */
  readonly rules?: readonly string[]
  /** Modules that export `readBody`, by name: see `ScanInput`. */
  readonly intakes?: Readonly<Record<string, URL>>
  /**
   * Scans at the same time. By default one less than there are processors, at least 2 and at most 8. Half as many threads more, at least 2 where there are 2, started when they are first
   * needed, are for scans that will take over a quarter of a second, by their size and by what the last ones of their caller took: these neither keep short ones waiting nor, on
   * Linux, take processors from them.
   */
  readonly workers?: number
  /** Scans that may wait. By default 64. */
  readonly queueLimit?: number
  /** Milliseconds a scan may wait. By default 20,000. */
  readonly queueWaitMs?: number
  /** Milliseconds a scan may take. By default 30,000. */
  readonly budgetMs?: number
  /** Milliseconds an overrunning or abandoned scan has to stop by itself before its thread is ended. By default 1,000. */
  readonly stopGraceMs?: number
  /** Megabytes of JavaScript heap a thread may use. By default 768. */
  readonly heapMb?: number
  /** Bytes outside the heap after which a thread is replaced between two scans. By default 512 MiB. */
  readonly recycleBytes?: number
  /** Scans after which a thread is replaced. By default 100,000. */
  readonly recycleScans?: number
  readonly onReplaced?: (reason: ReplaceReason) => void
  /** Module that exports `createScanner`. By default this package's own. */
  readonly scanner?: URL
  /** Node options of the threads. When given, threads load modules as they are: these options make them able to run TypeScript. */
  readonly execArgv?: readonly string[]
}

/** Who wants a scan, and until when. */
export interface ScanRequest {
  readonly signal?: AbortSignal
  /**
   * Scans wait by caller and not by arrival: whoever had less of the threads' time is next. One caller has at most all threads but one, and at most half of
   * the places in the queue that others leave. Scans without a caller are bounded together alone.
   */
  readonly caller?: string
  /** A word for what kind of caller that is, by which operators see what is in hand. */
  readonly callerKind?: string
}

/** `unreachable` where scans would wait for machines that cannot be asked. Never of threads. */
export type ScanAdmission = Admission | 'unreachable'

/** Scans elsewhere, in threads or on other machines, so that nothing else of the process ever waits for one. */
export interface ScanPool {
  /** Never rejects: how the scan ended is a value. A body moves to who scans it and may be empty afterwards. */
  scan(job: ScanJob, options?: ScanRequest): Promise<TaskOutcome<ScanReply>>
  /** What a scan of so many bytes would be told now: `busy` when nobody's has a place, `caller-busy` when only this caller's has none. */
  admit(size: number, caller?: string): ScanAdmission
  /** Of all threads together; `full` tells of scans that are not long. */
  state(): PoolState
  /** Takes no new scans, finishes those it has for at most `graceMs` milliseconds, and ends its threads. */
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

/** A third of the processor for a long scan beside short ones that would have all of it: it takes longer, and ends. */
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

/** A number, at which `checkNumbers` looks. */
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
 * Resolves when all threads are ready. Throws when a pack or folder of rules cannot be loaded, `TypeError` for an option that there is not or that cannot
 * be one, and `RangeError` for a number that cannot be one.
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

/** A pool without threads would take scans and never begin one. */
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

/** Two at the least, so that one slow scan does not stop everybody. Measured: a second thread gives 1.89 times when a processor is free. */
function defaultWorkers(): number {
  return Math.min(8, Math.max(2, availableParallelism() - 1))
}

/** How many threads a pool has for long scans, beside those for others. */
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
