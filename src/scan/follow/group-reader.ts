import type { FlowStore } from '../../model/flow-store.ts'
import type { FlowFile, FlowGroup, Mount } from '../../model/flow.ts'
import type { PartialFile } from '../../model/gap.ts'
import type { DialectRules } from '../../model/ruleset.ts'
import type { SourceView } from '../../model/source.ts'
import { createSourceView } from '../match/create-source-view.ts'
import { type FlowEnds, readFlowEnds } from '../match/match-endpoints.ts'
import { type FileMatches, matchFile } from '../match/match-file.ts'
import { readMounts } from '../match/match-mounts.ts'
import type { FileScanInput } from '../match/scan-file.ts'
import { readCodeText } from '../triage/read-code-text.ts'
import { createParsedFiles } from './parsed-files.ts'
import { openStoredEnds, type StoredEnds, type StoredEndsInput } from './stored-ends.ts'

type OnGap = (reason: PartialFile['reason'], detail: string) => void

export interface GroupReaderInput {
  readonly scan: FileScanInput
  /** By id of dialect. */
  readonly dialects: ReadonlyMap<string, DialectRules>
  /** UTF-16 units, by index in the group. */
  readonly sizes: readonly number[]
  /** What earlier scans stored of the files. */
  readonly store: FlowStore | undefined
  /** The text of a file as it was when it was examined. Undefined if it has changed. */
  textOf(path: string): string | undefined
  /** The lowered program of an examined file, if it is still in memory. */
  loweredOf(path: string): FlowFile | undefined
  /** The sources and sinks of an examined file with its tree, if they are still in memory. Returned once. */
  endsOf(path: string): FlowEnds | undefined
}

/** The rules that have sources and sinks in a file. */
export interface EndpointRules {
  sources(): readonly number[]
  sinks(): readonly number[]
}

/** Reads the files of a group as data-flow analysis asks for them. */
export interface GroupReader {
  readonly gaps: PartialFile[]
  readonly looked: Set<number>
  changed(): boolean
  text(file: number): string | undefined
  view(file: number): SourceView | undefined
  endpoints(file: number): EndpointRules
  lower(file: number, rules: ReadonlySet<number>): FlowFile | undefined
  mounts(file: number): readonly Mount[]
  /** Whether a file meets the file requirements of a rule. */
  meets(path: string, rule: number): boolean
  /** Stores what was computed, for later scans. */
  save(): void
}

export function createGroupReader({ files }: FlowGroup, input: GroupReaderInput): GroupReader {
  const { scan, dialects, sizes, store, textOf, loweredOf, endsOf } = input
  const settings = [scan.limits, scan.withoutPrefilter === true]
  const gaps: PartialFile[] = []
  const looked = new Set<number>()
  let changed = false
  const tell =
    (file: string): OnGap =>
    (reason, detail) =>
      void gaps.push({ file, reason, detail })
  const parsed = createParsedFiles<number>()

  function view(file: number): SourceView | undefined {
    const { path, dialect } = files[file]
    const rules = dialects.get(dialect)
    const text = textOf(path)
    if (text === undefined) {
      changed = true
      gaps.push({ file: path, reason: 'flow-limit', detail: 'The file changed during the scan. It is not analysed for data flow.' })
    }
    if (text === undefined || rules === undefined) return undefined
    const onGap = (reason: PartialFile['reason'], detail: string, offset?: number): void => {
      gaps.push({ file: path, reason, detail, ...(offset === undefined ? {} : opened.lines.positionAt(offset)) })
    }
    const opened: SourceView = createSourceView({
      path,
      source: readCodeText(path, text, rules.dialect),
      rules,
      maxNesting: scan.limits.maxNesting,
      onGap,
      time: scan.clock.time,
    })
    return opened
  }

  function readEnds(file: number, onGap: OnGap): FlowEnds | undefined {
    const opened = view(file)
    if (opened !== undefined) scan.profiler?.enter({ path: opened.path, bytes: opened.text.length })
    const rules = dialects.get(files[file].dialect)
    if (opened === undefined || rules === undefined) return undefined
    const withoutPrefilter = scan.withoutPrefilter === true
    return readFlowEnds({ ...scan, profiler: scan.profiler, view: opened, rules, withoutPrefilter, onGap })
  }

  // Most files whose sources were queried are lowered later.
  function takeEnds(file: number, onGap: OnGap, keep: boolean): FlowEnds | undefined {
    const found = parsed.take(file) ?? endsOf(files[file].path) ?? readEnds(file, onGap)
    found?.reportTo(onGap)
    if (found !== undefined && keep) parsed.keep(file, found, sizes[file])
    return found
  }

  const opened = new Map<number, StoredEnds>()
  function open(file: number): StoredEnds {
    looked.add(file)
    const known = opened.get(file)
    if (known !== undefined) return known
    const { path } = files[file]
    const ends = openStoredEnds(storageOf(file), {
      held: loweredOf(path),
      read: (onGap, keep) => takeEnds(file, onGap, keep),
      readMounts: (onGap) => mountsOf(file, onGap),
      onGap: tell(path),
    })
    opened.set(file, ends)
    return ends
  }

  function storageOf(file: number): StoredEndsInput | undefined {
    const { path, dialect } = files[file]
    const rules = dialects.get(dialect)
    const content = store === undefined || rules === undefined || files.length === 1 ? undefined : textOf(path)
    if (store === undefined || rules === undefined || content === undefined) return undefined
    return { store, key: { path, text: content, settings: JSON.stringify([dialect, settings]) }, uses: rules.taint.uses }
  }

  function text(file: number): string | undefined {
    looked.add(file)
    return textOf(files[file].path)
  }

  function mountsOf(file: number, onGap: OnGap): readonly Mount[] {
    const content = text(file)
    const rules = dialects.get(files[file].dialect)
    const rows = content === undefined || rules === undefined ? [] : rules.taint.mountsFor(content)
    const source = rows.length === 0 ? undefined : view(file)
    return source === undefined || rules === undefined ? [] : readMounts(source, { ...scan, rules, rows, onGap })
  }

  // Tested only for findings: few files have any, and few rules have requirements.
  const matches = new Map<string, FileMatches['meets']>()
  function meets(path: string, rule: number): boolean {
    const file = files.findIndex((each) => each.path === path)
    const rules = dialects.get(files[file]?.dialect)
    const position = rules?.rules.findIndex(({ index }) => index === rule) ?? -1
    if (rules === undefined || position < 0 || rules.rules[position].requirements.length === 0) return true
    const opened = matches.has(path) ? undefined : view(file)
    if (opened !== undefined)
      matches.set(path, matchFile({ ...scan, profiler: scan.profiler, view: opened, rules, candidates: [], onGap: tell(path) }).meets)
    return matches.get(path)?.(position) ?? false
  }

  return {
    gaps,
    looked,
    changed: () => changed,
    text,
    view,
    endpoints: open,
    lower: (file, rules) => open(file).lower(rules),
    mounts: (file) => open(file).mounts(),
    meets,
    save: () => {
      if (!changed) for (const ends of opened.values()) ends.save()
    },
  }
}
