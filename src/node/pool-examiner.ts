import type { Examination, ExaminationSettings, Examiner, GroupWork } from '../model/examiner.ts'
import type { FileReport, GroupReport } from '../model/file-report.ts'
import type { FlowGroup } from '../model/flow.ts'
import type { RuleFolder } from '../model/rule-pack.ts'
import type { ScanFile } from '../model/source.ts'
import { batchFiles, isSmall } from './batch-files.ts'
import type { ExamineJob, ExamineReply, ExamineWork } from './examine-job.ts'
import type { FlowCache } from './disk-flow-store.ts'
import type { ExamineWorkerData } from './examine-worker.ts'
import { mapUnordered } from './map-unordered.ts'
import type { TaskFailure, TaskOutcome } from './task-outcome.ts'
import { threadModule } from './thread-module.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

/** The options of examining threads. */
export interface PoolExaminerOptions {
  /** At least 1. */
  readonly workers: number
  readonly packs: readonly string[]
  /** Rules of the user, as they were read. */
  readonly own: readonly RuleFolder[]
  /** Where threads store data-flow results of files for later scans. */
  readonly flowCache?: FlowCache | undefined
  /** Maximum milliseconds for a batch. The default is hundreds of times the usual time. A file that takes longer is skipped and reported. */
  readonly budgetMs?: number
}

/** An examiner that owns threads. */
export interface PoolExaminer extends Examiner {
  close(): Promise<void>
}

const BUDGET_MS = 120_000
/** Megabytes of JavaScript heap of a thread. */
const HEAP_MB = 2_048
/** Bytes outside the heap after which a thread is replaced. */
const RECYCLE_BYTES = 768 * 1024 * 1024
/** Files of the groups that go to a thread together. */
const GROUP_FILES = 200
const NEVER_MS = 2 ** 31 - 1

/** Examines batches of files in threads. Small scans use `own` instead, because starting threads would take longer. */
export function createPoolExaminer(
  own: Examiner,
  { workers, packs, own: rules, flowCache, budgetMs = BUDGET_MS }: PoolExaminerOptions,
): PoolExaminer {
  let starting: Promise<WorkerPool<ExamineReply>> | undefined
  let scans = 0
  const data: ExamineWorkerData = { packs, own: rules, flowCache }
  const open = (): Promise<WorkerPool<ExamineReply>> =>
    (starting ??= createWorkerPool<ExamineReply>({
      workers,
      data,
      entry: threadModule(new URL(`./examine-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)),
      heapMb: HEAP_MB,
      budgetMs,
      stopGraceMs: 1_000,
      queueLimit: Number.MAX_SAFE_INTEGER,
      queueWaitMs: NEVER_MS,
      recycleBytes: RECYCLE_BYTES,
      recycleTasks: Number.MAX_SAFE_INTEGER,
    }).catch((error: unknown) => {
      // The next scan tries again.
      starting = undefined
      throw error
    }))
  return {
    begin: (settings) =>
      settings.profiled
        ? own.begin(settings)
        : beginExamination({ own, open, isOpen: () => starting !== undefined, workers, settings, scan: ++scans }),
    close: async () => (await starting?.catch(() => undefined))?.close(),
  }
}

type Finished = Extract<TaskOutcome<ExamineReply>, { kind: 'done' }>
type Lost = Exclude<TaskOutcome<ExamineReply>, { kind: 'done' | 'failed' }>

interface PoolScan {
  readonly own: Examiner
  readonly workers: number
  readonly settings: ExaminationSettings
  readonly scan: number
  open(): Promise<WorkerPool<ExamineReply>>
  isOpen(): boolean
}

function beginExamination(pool: PoolScan): Examination {
  const phases = new Map<string, number>()
  let alone: Examination | undefined

  async function run(work: ExamineWork, signal: AbortSignal | undefined): Promise<Finished | Lost> {
    const threads = await pool.open()
    const message: ExamineJob = { scan: pool.scan, settings: pool.settings, work }
    const outcome = await threads.run({ message, signal })
    signal?.throwIfAborted()
    if (outcome.kind === 'failed') throw failedInThread(outcome)
    if (outcome.kind !== 'done') return outcome
    for (const [phase, milliseconds] of Object.entries(outcome.reply.phases)) phases.set(phase, (phases.get(phase) ?? 0) + milliseconds)
    return outcome
  }

  async function examineBatch(files: readonly ScanFile[], signal: AbortSignal | undefined): Promise<readonly FileReport[]> {
    const outcome = await run({ kind: 'files', files }, signal)
    if (outcome.kind === 'done') return outcome.reply.files
    if (files.length === 1) return [{ kind: 'skipped', skipped: { file: files[0].path, reason: 'over-budget', detail: describeLoss(outcome) } }]
    const reports: FileReport[] = []
    for (const file of files) reports.push(...(await examineBatch([file], signal)))
    return reports
  }

  async function followBatch(works: readonly GroupWork[], signal: AbortSignal | undefined): Promise<readonly GroupReport[]> {
    const outcome = await run({ kind: 'groups', groups: works }, signal)
    if (outcome.kind === 'done') return outcome.reply.groups
    if (works.length === 1) return [lostGroup(works[0].group, describeLoss(outcome))]
    const reports: GroupReport[] = []
    for (const work of works) reports.push(...(await followBatch([work], signal)))
    return reports
  }

  async function* examine(files: AsyncIterable<ScanFile>, signal: AbortSignal | undefined): AsyncGenerator<FileReport> {
    const batches = batchFiles(files)
    const first = await batches.next()
    if (first.done === true) return
    if (isSmall(first.value)) {
      alone = pool.own.begin(pool.settings)
      yield* alone.examine(flatten(flatten(putBefore(first.value, batches))), signal)
      return
    }
    const ordered = flatten(putBefore(first.value, batches))
    for await (const reports of mapUnordered(ordered, 2 * pool.workers, (batch) => examineBatch(batch, signal))) yield* reports
  }

  return {
    examine: (files, signal) => examine(files, signal),
    follow: async (works, signal) => {
      if (!pool.isOpen() && countFiles(works) < GROUP_FILES) alone ??= pool.own.begin(pool.settings)
      if (alone !== undefined) return alone.follow(works, signal)
      const reports: GroupReport[] = []
      const follow = async (indexes: readonly number[]) => ({
        indexes,
        found: await followBatch(
          indexes.map((index) => works[index]),
          signal,
        ),
      })
      for await (const { indexes, found } of mapUnordered(batchGroups(works), 2 * pool.workers, follow)) {
        for (const [place, index] of indexes.entries()) reports[index] = found[place]
      }
      return reports
    },
    phases: () => alone?.phases() ?? Object.fromEntries(phases),
    profile: () => undefined,
    end: async () => alone?.end(),
  }
}

async function* putBefore<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

async function* flatten<T>(lists: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const list of lists) yield* list
}

function countFiles(works: readonly GroupWork[]): number {
  return works.reduce((sum, { files }) => sum + files.length, 0)
}

/** Indexes of groups per task, largest groups first, so that no large group starts last. */
async function* batchGroups(works: readonly GroupWork[]): AsyncGenerator<readonly number[]> {
  let batch: number[] = []
  let files = 0
  for (const index of [...works.keys()].toSorted((left, right) => works[right].files.length - works[left].files.length || left - right)) {
    batch.push(index)
    files += works[index].files.length
    if (files < GROUP_FILES) continue
    yield batch
    batch = []
    files = 0
  }
  if (batch.length > 0) yield batch
}

function lostGroup({ files, rules }: FlowGroup, detail: string): GroupReport {
  const wanted = files.filter(({ sources }) => sources.some((rule) => rules.includes(rule)))
  return {
    findings: [],
    gaps: wanted.map(({ path }) => ({ file: path, reason: 'flow-limit', detail })),
    looked: [],
    changed: true,
    steps: 0,
    cut: false,
  }
}

/** Adds the stack of the thread instead of the stack of this thread. */
function failedInThread({ name, frames }: TaskFailure): Error {
  const error = new Error(`Examining failed in a thread: ${name}`)
  error.stack = `${error.name}: ${error.message}\n${frames}`
  return error
}

function describeLoss(outcome: Lost): string {
  if (outcome.kind === 'timeout') return 'It took longer than its budget of time and was given up.'
  if (outcome.kind === 'lost' && outcome.reason === 'out-of-memory') return `It needs more than ${HEAP_MB} MB of memory and was given up.`
  return 'The thread that had it came to an end.'
}
