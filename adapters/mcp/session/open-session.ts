import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Finding, findSettings, leadsOutside, type RuleInfo, type ScanFile, type Scanner, type ScanProgress } from '../../../src/node/index.ts'
import {
  createScannerKeeper,
  listProjectFiles,
  openProject,
  type OpenedProject,
  type OpenProjectOptions,
  settleResult,
} from '../../workspace/index.ts'
import { checkPaths } from './check-paths.ts'
import type { RecordedScan } from './recorded-scan.ts'
import { ToolError } from './tool-error.ts'

/** One scan for a tool. */
export interface SessionScan {
  /** Relative to the folder. */
  readonly paths: readonly string[]
  readonly signal: AbortSignal
  readonly onProgress: (progress: ScanProgress) => void
}

/** The state of a server: a scanner that stays loaded, and the last scans. */
export interface Session {
  /** Absolute. No file outside is read. */
  readonly folder: string
  /** Scans run one after the other. Throws `ToolError` and the errors of rules, settings and paths. */
  scan(request: SessionScan): Promise<RecordedScan>
  listRules(): Promise<readonly RuleInfo[]>
  /** The finding of a recent scan. */
  recall(id: string): { readonly scan: RecordedScan; readonly finding: Finding } | undefined
  close(): Promise<void>
}

/** Scans whose findings can be explained. */
const MAX_SCANS = 4
/** UTF-16 units of reports of unchanged files in memory. */
const CACHE = 2 ** 25
const MAX_WORKERS = 4

/** Opens a session for a folder. Settings are read again for each scan. */
export function openSession(folder: string, options: OpenProjectOptions): Session {
  const processors = availableParallelism()
  const keeper = createScannerKeeper({ cache: CACHE, workers: processors > 2 ? Math.min(processors - 1, MAX_WORKERS) : 0 })
  const scans: RecordedScan[] = []
  const inTurn = createTurns()
  const open = (): OpenedProject => openWithin(folder, options)
  return {
    folder,
    scan: (request) =>
      inTurn(async () => {
        request.signal.throwIfAborted()
        checkPaths(request.paths, folder)
        const project = open()
        const scan = await runScan(project, await keeper.scannerFor(project), request)
        scans.unshift(scan)
        scans.splice(MAX_SCANS)
        return scan
      }),
    listRules: () => inTurn(async () => (await keeper.scannerFor(open())).rules),
    recall: (id) => {
      for (const scan of scans) {
        const finding = scan.result.findings.find((each) => each.id === id)
        if (finding !== undefined) return { scan, finding }
      }
      return undefined
    },
    close: () => inTurn(keeper.close),
  }
}

async function runScan(project: OpenedProject, scanner: Scanner, { paths, signal, onProgress }: SessionScan): Promise<RecordedScan> {
  const versions = new Map<string, string>()
  async function* record(files: AsyncIterable<ScanFile>): AsyncGenerator<ScanFile, void, undefined> {
    for await (const file of files) {
      if ('version' in file) versions.set(file.path, file.version)
      yield file
    }
  }
  const result = await scanner.scan(record(await listProjectFiles(project, paths)), { signal, onProgress })
  const secretRules = new Set(scanner.rules.filter(({ category }) => category === 'secrets').map(({ id }) => id))
  return { folder: project.folder, result: settleResult(result, project), found: result.findings, secretRules, versions }
}

/**
 * Settings of the project are used if they and their rules are in the folder. The operator, who starts the server, may name files anywhere. Settings
 * above the folder are not read.
 */
function openWithin(folder: string, options: OpenProjectOptions): OpenedProject {
  if (options.config !== undefined) return openProject(folder, options)
  const file = findSettings(folder)
  if (file === undefined || leadsOutside(file, folder)) return openProject(folder, { ...options, config: false })
  const project = openProject(folder, options)
  const given = new Set(options.rules?.map((path) => resolve(folder, path)))
  if (project.rules.some((path) => !given.has(path) && leadsOutside(path, folder)))
    throw new ToolError('The settings name rules outside the folder that this server may read. Start it in a parent folder.')
  return { ...project, root: folder }
}

/** Runs tasks one after the other. A failed task does not stop the next. */
function createTurns(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const next = last.then(task)
    last = next.catch(() => undefined)
    return next
  }
}
