import type { PrepareTriageOptions, TriageCase } from '../index.ts'
import type { ScanResult } from '../model/result.ts'
import type { ScanOptions } from '../model/scanner.ts'
import type { ReadFile, SourceFile } from '../model/source.ts'

/** Options of a scan that can be sent to another thread. */
export type ScanSettings = Pick<ScanOptions, 'includeVendored' | 'foreignSuppressions' | 'limits'>

/** One scan for a pool. */
export interface ScanJob {
  /** Name of the pack to run. */
  readonly pack: string
  readonly input: ScanInput
  readonly settings?: ScanSettings
  /** Also prepare the findings for a triage. Only for jobs with a body. */
  readonly triage?: TriagePreparation
}

/** Which findings are prepared for a triage, and how much code each gets. */
export type TriagePreparation = Required<Pick<PrepareTriageOptions, 'severity' | 'maxContextTokens'>>

/** Files, or a body that an intake of the pool converts to files in the thread, so that parsing does not block the event loop. */
export type ScanInput =
  | { readonly kind: 'files'; readonly files: readonly SourceFile[] }
  | { readonly kind: 'body'; readonly intake: string; readonly body: Uint8Array<ArrayBuffer>; readonly settings: unknown }

/** The result of an intake: files, including skipped ones, or a refusal for the caller. */
export type IntakeResult<Refusal> =
  | { readonly kind: 'files'; readonly files: readonly ReadFile[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** The export `readBody` of an intake's module. */
export type ReadBody<Settings, Refusal> = (body: Uint8Array, settings: Settings) => IntakeResult<Refusal> | Promise<IntakeResult<Refusal>>

/** The costs and gaps of a scan. */
export interface ScanEffort {
  /** Milliseconds by phase. */
  readonly phases: Readonly<Record<string, number>>
  /** Files by the reason for which they were skipped or scanned in part. */
  readonly gaps: Readonly<Record<string, number>>
}

/** The answer of a thread to a job. */
export type ScanReply =
  | { readonly kind: 'scanned'; readonly result: ScanResult }
  /** The result as UTF-8 JSON, for jobs with a body. `files` and `findings` are the numbers in it. */
  | ({
      readonly kind: 'scanned-json'
      readonly json: Uint8Array<ArrayBuffer>
      readonly files: number
      readonly findings: number
      readonly cases?: readonly TriageCase[]
    } & ScanEffort)
  | { readonly kind: 'refused'; readonly refusal: unknown }
