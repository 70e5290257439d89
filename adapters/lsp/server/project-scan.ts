import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Finding } from '../../../src/node/index.ts'
import type { OpenProjectOptions } from '../../workspace/index.ts'
import { type BackgroundScan, createBackgroundScan } from '../project/background-scan.ts'
import { toScanFailure } from '../project/describe-failure.ts'
import type { ScanFailure } from '../project/worker-protocol.ts'
import type { EditorSettings } from '../settings/editor-settings.ts'

const PROJECT_DELAY = 1_000

/** What the scan of a project needs of the server. */
export interface ProjectHost {
  settings(): EditorSettings
  /** Open documents of this folder. */
  documents(): readonly TextDocument[]
  /** Shows the progress of a scan until the returned functions end it. */
  beginProgress(title: string): Promise<{ report(message: string): void; done(): void }>
  /** Folder for results of unchanged files of a project, or undefined. */
  cacheFor(folder: string): string | undefined
}

/** What the scan of a project needs, and whom it tells. */
export interface ProjectScanParts {
  readonly folder: string
  readonly options: () => OpenProjectOptions
  readonly host: ProjectHost
  report(failure: Exclude<ScanFailure, { kind: 'cancelled' }>): void
  finish(findings: readonly Finding[], files: ReadonlySet<string>, texts: ReadonlyMap<string, string>): Promise<void>
}

/** Scans the project some time after the last change. A change during a scan leads to another scan. */
export function createProjectScan({ folder, options, host, report, finish }: ProjectScanParts) {
  const thread: BackgroundScan = createBackgroundScan()
  let timer: NodeJS.Timeout | undefined
  let state: 'idle' | 'running' | 'closed' = 'idle'
  let waiting = false
  async function run(): Promise<void> {
    if (!host.settings().project || state === 'closed') return
    if (state !== 'idle') {
      waiting = true
      return
    }
    state = 'running'
    const texts = new Map(
      host.documents().map((document) => [relative(folder, fileURLToPath(document.uri)).replaceAll(sep, '/'), document.getText()]),
    )
    const progress = await host.beginProgress('Assay: scanning the project')
    const request = { kind: 'scan', folder, options: options(), cache: host.cacheFor(folder), open: texts } as const
    const reply = await thread.run(request, (files) => progress.report(`${files} files`))
    progress.done()
    if (isClosed()) return
    if (reply.kind === 'scanned') await finish(reply.findings, reply.files, texts)
    else if (reply.kind !== 'cancelled') report(reply)
    const next = waiting
    waiting = false
    state = 'idle'
    if (next) schedule()
  }
  const fail = (error: unknown): void => {
    if (isClosed()) return
    state = 'idle'
    report(toScanFailure(error))
  }
  const isClosed = (): boolean => state === 'closed'
  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void run().catch(fail), PROJECT_DELAY)
  }
  return {
    schedule,
    close: async () => {
      state = 'closed'
      clearTimeout(timer)
      await thread.close()
    },
  }
}
