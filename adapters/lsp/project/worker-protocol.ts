import type { Diagnostic, Finding } from '../../../src/node/index.ts'
import type { OpenProjectOptions } from '../../workspace/index.ts'

/** A scan of a project, for the thread that scans in the background. */
export interface ProjectScanRequest {
  readonly kind: 'scan'
  readonly folder: string
  readonly options: OpenProjectOptions
  /** Folder for results of unchanged files, or undefined for none. */
  readonly cache: string | undefined
  /** Contents of open documents by reported path, as they are in the editor. */
  readonly open: ReadonlyMap<string, string>
}

/** Stops the running scan between two files. */
export interface CancelRequest {
  readonly kind: 'cancel'
}

/** The result of a scan with the settings of the project applied. */
export interface ProjectFindings {
  readonly kind: 'scanned'
  readonly findings: readonly Finding[]
  /** Reported paths of all scanned files. Other files of the folder are ignored. */
  readonly files: ReadonlySet<string>
}

/** Why there is no result. */
export type ScanFailure =
  | { readonly kind: 'cancelled' }
  /** Mistakes in rules or settings. */
  | { readonly kind: 'mistakes'; readonly mistakes: readonly Diagnostic[] }
  /** One sentence, without source text. */
  | { readonly kind: 'failed'; readonly message: string }

/** A message of the thread. */
export type WorkerReply = { readonly kind: 'progress'; readonly filesDone: number } | ProjectFindings | ScanFailure
