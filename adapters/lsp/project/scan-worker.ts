import { parentPort } from 'node:worker_threads'
import type { ScanFile } from '../../../src/node/index.ts'
import { createScannerKeeper, listProjectFiles, openProject, settleResult } from '../../workspace/index.ts'
import { toScanFailure } from './describe-failure.ts'
import type { CancelRequest, ProjectScanRequest, WorkerReply } from './worker-protocol.ts'

/** The thread that scans whole projects, so that the server stays responsive. It scans one project at a time, when asked. */
const port = parentPort
const PROGRESS_MS = 250
let keeper: { readonly cache: string | undefined; readonly scanners: ReturnType<typeof createScannerKeeper> } | undefined
let running: AbortController | undefined

port?.on('message', (request: ProjectScanRequest | CancelRequest) => {
  if (request.kind === 'cancel') running?.abort()
  else void answer(request)
})

async function answer(request: ProjectScanRequest): Promise<void> {
  const controller = new AbortController()
  running = controller
  const reply = await scanProject(request, controller.signal).catch(
    (error: unknown): WorkerReply => (controller.signal.aborted ? { kind: 'cancelled' } : toScanFailure(error)),
  )
  running = undefined
  port?.postMessage(reply)
}

async function scanProject({ folder, options, cache, open }: ProjectScanRequest, signal: AbortSignal): Promise<WorkerReply> {
  const project = openProject(folder, options)
  if (keeper === undefined || keeper.cache !== cache) {
    await keeper?.scanners.close()
    keeper = { cache, scanners: createScannerKeeper(cache === undefined ? {} : { cache }) }
  }
  const scanner = await keeper.scanners.scannerFor(project)
  const files = new Set<string>()
  async function* withOpen(listed: AsyncIterable<ScanFile>): AsyncGenerator<ScanFile, void, undefined> {
    for await (const file of listed) {
      files.add(file.path)
      const content = open.get(file.path)
      yield content === undefined ? file : { path: file.path, content }
    }
  }
  let next = performance.now() + PROGRESS_MS
  const onProgress = ({ filesDone }: { readonly filesDone: number }): void => {
    if (performance.now() < next) return
    next = performance.now() + PROGRESS_MS
    port?.postMessage({ kind: 'progress', filesDone } satisfies WorkerReply)
  }
  const result = settleResult(await scanner.scan(withOpen(await listProjectFiles(project, ['.'])), { signal, onProgress }), project)
  return { kind: 'scanned', findings: result.findings, files }
}
