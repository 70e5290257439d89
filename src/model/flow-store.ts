import type { FlowFile, Mount, SanitizerSite, SinkSite, SourceSite, PropagatorSite } from './flow.ts'
import type { PartialFile } from './gap.ts'
import type { Severity } from './severity.ts'

/**
 * Keeps what data-flow analysis needs of a file between scans, so that a file is neither parsed nor matched again when another file of its group
 * changes.
 */
export interface FlowStore {
  /** Returns what was kept for this content under these settings; undefined for other content. */
  get(key: FlowStoreKey): StoredFlow | undefined
  /** Replaces what was kept for this path and these settings. Never throws. */
  set(key: FlowStoreKey, stored: StoredFlow): void
}

export interface FlowStoreKey {
  readonly path: string
  readonly text: string
  /** Everything else that the result depends on, apart from the rules and the engine. */
  readonly settings: string
}

/** Results for one file, each with the gaps that it reported. Plain data that structured clone can copy. Results that no scan needed are missing. */
export interface StoredFlow {
  /** Rules that have a source in the file. */
  readonly sources?: StoredResult<readonly number[]>
  /** Rules that have a sink in the file. */
  readonly sinks?: StoredResult<readonly number[]>
  readonly mounts?: StoredResult<readonly Mount[]>
  readonly lowered?: StoredResult<StoredFlowFile | undefined> & {
    /** The rules whose endpoints were matched; undefined for all rules. */
    readonly rules: readonly number[] | undefined
  }
}

export interface StoredResult<Value> {
  readonly value: Value
  readonly gaps: readonly Pick<PartialFile, 'reason' | 'detail'>[]
}

/** `FlowFile` without the line index, which follows from the text, and with numbers in place of the functions of `TaintUse`. */
export interface StoredFlowFile extends Omit<FlowFile, 'lines' | 'sources' | 'sinks' | 'sanitizers' | 'propagators'> {
  readonly sources: readonly StoredSite<SourceSite>[]
  readonly sinks: readonly StoredSite<SinkSite>[]
  readonly sanitizers: readonly StoredSite<SanitizerSite>[]
  readonly propagators: readonly (Omit<PropagatorSite, 'use'> & { readonly use: StoredUse })[]
}

export type StoredSite<Site> = Omit<Site, 'uses'> & { readonly uses: readonly StoredUse[] }

/** `TaintUse.number`, and the severity, which a site can lower. */
export interface StoredUse {
  readonly number: number
  readonly severity: Severity
}
