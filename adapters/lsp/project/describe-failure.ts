import { GlobError, PathError, RuleError, RuleFolderError, SettingsError } from '../../../src/node/index.ts'
import type { ScanFailure } from './worker-protocol.ts'

/** An error of a scan as a value. The message of an error of Assay itself is left out, because it may contain source text. */
export function toScanFailure(error: unknown): Exclude<ScanFailure, { kind: 'cancelled' }> {
  if (error instanceof RuleError || error instanceof SettingsError) {
    return error.diagnostics.length > 0 ? { kind: 'mistakes', mistakes: error.diagnostics } : { kind: 'failed', message: `${error.message}.` }
  }
  if (error instanceof RuleFolderError || error instanceof GlobError || error instanceof PathError)
    return { kind: 'failed', message: `${error.message}.` }
  return { kind: 'failed', message: `Assay failed with an internal error (${error instanceof Error ? error.name : typeof error}).` }
}
