import type { Finding, ScanResult } from '../../../src/node/index.ts'

/** A finished scan, with what is needed to show code of it later. */
export interface RecordedScan {
  /** Absolute. */
  readonly folder: string
  /** With the settings of the project applied. */
  readonly result: ScanResult
  /** Including findings that settings turned off, because they may cover secrets. */
  readonly found: readonly Finding[]
  /** Ids of the rules that find secrets. */
  readonly secretRules: ReadonlySet<string>
  /** Versions of scanned files by reported path. */
  readonly versions: ReadonlyMap<string, string>
}
