import type { Finding } from '../../../src/node/index.ts'
import { createScannerKeeper, openProject, type OpenedProject, type OpenProjectOptions, settleResult } from '../../workspace/index.ts'

/** Scans single files in this thread: some milliseconds each. */
export interface FileScanner {
  /** Findings of one text by the rules and settings of its project. Throws the errors of rules and settings. */
  scan(file: string, text: string, signal?: AbortSignal): Promise<readonly Finding[]>
  /** Absolute paths of the rules that the settings name. Empty if the settings have mistakes. */
  ruleFolders(): readonly string[]
  /** Whether the settings exclude the file. */
  isExcluded(file: string): boolean
  /** Reads settings and rules again at the next scan. */
  reload(): void
  close(): Promise<void>
}

/** `options` are read when settings are loaded. */
export function createFileScanner(folder: string, options: () => OpenProjectOptions): FileScanner {
  const keeper = createScannerKeeper({})
  let project: OpenedProject | undefined
  let last: Promise<unknown> = Promise.resolve()
  const open = (): OpenedProject => (project ??= openProject(folder, options()))
  const scan = async (file: string, text: string, signal: AbortSignal | undefined): Promise<readonly Finding[]> => {
    signal?.throwIfAborted()
    const opened = open()
    const scanner = await keeper.scannerFor(opened)
    const result = await scanner.scan([{ path: file, content: text }], signal === undefined ? {} : { signal })
    return settleResult(result, opened).findings.filter((finding) => finding.file === file)
  }
  return {
    scan: (file, text, signal) => {
      const next = last.then(() => scan(file, text, signal))
      last = next.catch(() => undefined)
      return next
    },
    ruleFolders: () => {
      try {
        return open().rules
      } catch {
        return []
      }
    },
    isExcluded: (file) => open().isExcluded(file),
    reload: () => {
      project = undefined
    },
    close: keeper.close,
  }
}
