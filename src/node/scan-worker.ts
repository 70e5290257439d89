import type { ScanResult } from '../model/result.ts'
import type { Scanner, ScanStats } from '../model/scanner.ts'
import type { ReadFile } from '../model/source.ts'
import type { TriageCase } from '../model/triage.ts'
import type { IntakeResult, ReadBody, ScanInput, ScanJob, ScanReply, TriagePreparation } from './scan-job.ts'
import { serveTasks } from './serve-tasks.ts'
import type { TaskReply } from './serve-tasks.ts'

/** The data that a scanning thread starts with. */
export interface ScanWorkerData {
  /** Address of the module that exports `createScanner`. */
  readonly scanner: string
  /** Packs whose scanners are created before the thread is ready. */
  readonly packs: readonly string[]
  /** Folders of rules that every scanner gets too. */
  readonly rules: readonly string[]
  /** Addresses of intakes by their names. */
  readonly intakes: Readonly<Record<string, string>>
}

type CreateScanner = (options: { packs: readonly string[]; rules: readonly string[]; cache: number }) => Promise<Scanner>

/** UTF-16 units of reports that a scanner caches for files that are sent again: tens of thousands of files. */
const CACHE_SIZE = 16_000_000

type Intake = ReadBody<unknown, unknown>

await serveTasks(startScanning)

async function startScanning(data: ScanWorkerData): Promise<(job: ScanJob, isCancelled: () => boolean) => Promise<TaskReply<ScanReply>>> {
  const { createScanner }: { createScanner: CreateScanner } = await import(data.scanner)
  const scanners = new Map<string, Promise<Scanner>>()
  const intakes = await loadIntakes(data.intakes)

  function scannerOf(pack: string): Promise<Scanner> {
    const known = scanners.get(pack)
    if (known) return known
    const scanner = createScanner({ packs: [pack], rules: data.rules, cache: CACHE_SIZE })
    scanners.set(pack, scanner)
    scanner.catch(() => scanners.delete(pack))
    return scanner
  }

  for (const pack of data.packs) await scannerOf(pack)

  return async (job, isCancelled) => {
    const read = await readInput(job.input, intakes)
    if (read.kind === 'refused') return { reply: read }
    const scanner = await scannerOf(job.pack)
    let phases: Readonly<Record<string, number>> = {}
    const onStats = (stats: ScanStats): void => {
      phases = stats.phases
    }
    const result = await scanner.scan(untilCancelled(inOrder(read.files), isCancelled), { ...job.settings, onStats })
    if (job.input.kind === 'files') return { reply: { kind: 'scanned', result } }
    const json = new TextEncoder().encode(JSON.stringify(result))
    const cases = job.triage === undefined ? undefined : await prepareCases(result, read.files, job.triage)
    const reply = {
      kind: 'scanned-json',
      json,
      files: result.filesScanned,
      findings: result.findings.length,
      ...(cases !== undefined && { cases }),
      phases,
      gaps: countGaps(result),
    } as const
    return { reply, transfer: [json.buffer] }
  }
}

async function loadIntakes(addresses: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Intake>> {
  const intakes = new Map<string, Intake>()
  for (const [name, address] of Object.entries(addresses)) {
    const { readBody }: { readBody: Intake } = await import(address)
    intakes.set(name, readBody)
  }
  return intakes
}

async function readInput(input: ScanInput, intakes: ReadonlyMap<string, Intake>): Promise<IntakeResult<unknown>> {
  if (input.kind === 'files') return input
  const readBody = intakes.get(input.intake)
  if (!readBody) throw new Error(`No intake is named \`${input.intake}\`.`)
  return readBody(input.body, input.settings)
}

/** The triage is loaded by the first job that asks for it. */
async function prepareCases(result: ScanResult, files: readonly ReadFile[], limits: TriagePreparation): Promise<readonly TriageCase[]> {
  const { prepareTriage } = await import('./prepare-triage.ts')
  const contents = new Map(files.flatMap((file) => ('content' in file ? [[file.path, file.content] as const] : [])))
  return prepareTriage(result, { sourceOf: (path) => contents.get(path), paths: [...contents.keys()], ...limits })
}

function countGaps({ skipped, partial }: ScanResult): Readonly<Record<string, number>> {
  const gaps: Record<string, number> = {}
  for (const { reason } of [...skipped, ...partial]) gaps[reason] = (gaps[reason] ?? 0) + 1
  return gaps
}

/** The step limit of the scan is spent in the order of paths. Files after the limit are not examined. */
function inOrder(files: readonly ReadFile[]): readonly ReadFile[] {
  return files.toSorted((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0))
}

/** Ends a cancelled scan at the next file. */
function* untilCancelled(files: readonly ReadFile[], isCancelled: () => boolean): Generator<ReadFile> {
  for (const file of files) {
    if (isCancelled()) throw new Error('The scan was canceled.')
    yield file
  }
}
