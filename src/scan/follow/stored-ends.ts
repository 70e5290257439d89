import type { FlowStore, FlowStoreKey, StoredFlow, StoredResult } from '../../model/flow-store.ts'
import type { FlowFile, Mount, TaintUse } from '../../model/flow.ts'
import type { PartialFile } from '../../model/gap.ts'
import type { FlowEnds } from '../match/match-endpoints.ts'
import { restoreFlowFile, storeFlowFile } from './stored-flow-file.ts'

type OnGap = (reason: PartialFile['reason'], detail: string) => void

export interface StoredEndsInput {
  readonly store: FlowStore
  readonly key: FlowStoreKey
  /** Uses of the dialect's rules, by number. */
  readonly uses: readonly TaintUse[]
}

/** How a file is read where nothing is stored. */
export interface EndsReader {
  /** The file as it was lowered when it was examined, if that is still in memory. */
  readonly held: FlowFile | undefined
  /** Parses the file and matches its sources. With `keep`, the tree stays in memory for later calls, as far as there is room. */
  read(onGap: OnGap, keep: boolean): FlowEnds | undefined
  readMounts(onGap: OnGap): readonly Mount[]
  onGap: OnGap
}

/** The endpoints of a file and its lowered program: stored by an earlier scan, or computed when they are first needed. */
export interface StoredEnds {
  sources(): readonly number[]
  sinks(): readonly number[]
  mounts(): readonly Mount[]
  lower(rules: ReadonlySet<number>): FlowFile | undefined
  /** Stores what was computed. */
  save(): void
}

/** Opens a file of a group. Without `storage`, everything is computed. */
export function openStoredEnds(storage: StoredEndsInput | undefined, { held, read, readMounts, onGap }: EndsReader): StoredEnds {
  let stored: StoredFlow = storage?.store.get(storage.key) ?? {}
  let lowered:
    | { readonly file: FlowFile | undefined; readonly gaps: StoredResult<unknown>['gaps']; readonly rules: readonly number[] | undefined }
    | undefined
  let isChanged = false

  function replay<Value>({ value, gaps }: StoredResult<Value>): Value {
    for (const { reason, detail } of gaps) onGap(reason, detail)
    return value
  }

  function compute<Value>(work: (onGap: OnGap) => Value): StoredResult<Value> {
    const gaps: StoredResult<unknown>['gaps'][number][] = []
    const value = work((reason, detail) => {
      gaps.push({ reason, detail })
      onGap(reason, detail)
    })
    isChanged = true
    return { value, gaps }
  }

  return {
    sources: () => {
      if (stored.sources !== undefined) return replay(stored.sources)
      const sources = compute((onOwnGap) => read(onOwnGap, true)?.sources ?? [])
      stored = { ...stored, sources }
      return sources.value
    },
    sinks: () => {
      if (stored.sinks !== undefined) return replay(stored.sinks)
      const sinks = compute((onOwnGap) => read(onOwnGap, true)?.sinks() ?? [])
      stored = { ...stored, sinks }
      return sinks.value
    },
    mounts: () => {
      if (stored.mounts !== undefined) return replay(stored.mounts)
      const mounts = compute(readMounts)
      stored = { ...stored, mounts }
      return mounts.value
    },
    lower: (rules) => {
      if (storage !== undefined && stored.lowered !== undefined && covers(stored.lowered, rules)) {
        const file = replay(stored.lowered)
        return file && restoreFlowFile(file, storage.key.text, storage.uses)
      }
      const { value: file, gaps } = held === undefined ? compute((onOwnGap) => read(onOwnGap, false)?.lower(rules)) : { value: held, gaps: [] }
      isChanged = true
      lowered = { file, gaps, rules: held === undefined ? [...rules] : undefined }
      return file
    },
    save: () => {
      if (storage === undefined || !isChanged) return
      isChanged = false
      const program = lowered && { value: lowered.file && storeFlowFile(lowered.file), gaps: lowered.gaps, rules: lowered.rules }
      storage.store.set(storage.key, { ...stored, ...(program === undefined ? {} : { lowered: program }) })
    },
  }
}

/** Whether a stored program has the endpoints of these rules. Where other rules may have caused its gaps, it must be for the same rules. */
function covers({ rules, gaps }: NonNullable<StoredFlow['lowered']>, wanted: ReadonlySet<number>): boolean {
  if (rules === undefined) return true
  const known = new Set(rules)
  return [...wanted].every((rule) => known.has(rule)) && (gaps.length === 0 || known.size === wanted.size)
}
