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
import { createParsedFiles, type ParsedFiles } from './parsed-files.ts'
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
  /** The lowered program of an examined file, if it is still in memory. Returned once. */
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

interface GroupState {
  readonly files: FlowGroup['files']
  readonly input: GroupReaderInput
  readonly gaps: PartialFile[]
  readonly looked: Set<number>
  /** Files that the group parsed for their sources. Most of them are lowered later. */
  readonly parsed: ParsedFiles<number>
  readonly opened: Map<number, StoredEnds>
  /** By path: which requirements of rules the file meets. */
  readonly requirements: Map<string, FileMatches['meets']>
  changed: boolean
}

export function createGroupReader({ files }: FlowGroup, input: GroupReaderInput): GroupReader {
  const state: GroupState = {
    files,
    input,
    gaps: [],
    looked: new Set(),
    parsed: createParsedFiles<number>(),
    opened: new Map(),
    requirements: new Map(),
    changed: false,
  }
  return {
    gaps: state.gaps,
    looked: state.looked,
    changed: () => state.changed,
    text: (file) => readText(state, file),
    view: (file) => viewFile(state, file),
    endpoints: (file) => openEnds(state, file),
    lower: (file, rules) => openEnds(state, file).lower(rules),
    mounts: (file) => openEnds(state, file).mounts(),
    meets: (path, rule) => meetsRequirements(state, path, rule),
    save: () => {
      if (!state.changed) for (const ends of state.opened.values()) ends.save()
    },
  }
}

function reportTo({ gaps }: GroupState, file: string): OnGap {
  return (reason, detail) => void gaps.push({ file, reason, detail })
}

function rulesFor({ files, input }: GroupState, file: number): DialectRules | undefined {
  return input.dialects.get(files[file]?.dialect ?? '')
}

function readText({ files, input, looked }: GroupState, file: number): string | undefined {
  looked.add(file)
  return input.textOf(files[file].path)
}

function viewFile(state: GroupState, file: number): SourceView | undefined {
  const { files, input, gaps } = state
  const { path } = files[file]
  const rules = rulesFor(state, file)
  const text = input.textOf(path)
  if (text === undefined) {
    state.changed = true
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
    maxNesting: input.scan.limits.maxNesting,
    onGap,
    time: input.scan.clock.time,
  })
  return opened
}

function openEnds(state: GroupState, file: number): StoredEnds {
  const { files, input, looked, opened } = state
  looked.add(file)
  const known = opened.get(file)
  if (known !== undefined) return known
  const { path } = files[file]
  const ends = openStoredEnds(storageOf(state, file), {
    held: input.loweredOf(path),
    read: (onGap, keep) => takeEnds(state, file, onGap, keep),
    readMounts: (onGap) => mountsOf(state, file, onGap),
    onGap: reportTo(state, path),
  })
  opened.set(file, ends)
  return ends
}

function takeEnds(state: GroupState, file: number, onGap: OnGap, keep: boolean): FlowEnds | undefined {
  const { parsed, input, files } = state
  const found = parsed.take(file) ?? input.endsOf(files[file].path) ?? readEnds(state, file, onGap)
  found?.reportTo(onGap)
  if (found !== undefined && keep) parsed.keep(file, found, input.sizes[file])
  return found
}

function readEnds(state: GroupState, file: number, onGap: OnGap): FlowEnds | undefined {
  const { scan } = state.input
  const view = viewFile(state, file)
  if (view !== undefined) scan.profiler?.enter({ path: view.path, bytes: view.text.length })
  const rules = rulesFor(state, file)
  if (view === undefined || rules === undefined) return undefined
  return readFlowEnds({ ...scan, profiler: scan.profiler, view, rules, withoutPrefilter: scan.withoutPrefilter === true, onGap })
}

function storageOf(state: GroupState, file: number): StoredEndsInput | undefined {
  const { files, input } = state
  const { path, dialect } = files[file]
  const rules = rulesFor(state, file)
  const content = input.store === undefined || rules === undefined || files.length === 1 ? undefined : input.textOf(path)
  if (input.store === undefined || rules === undefined || content === undefined) return undefined
  const settings = JSON.stringify([dialect, [input.scan.limits, input.scan.withoutPrefilter === true]])
  return { store: input.store, key: { path, text: content, settings }, uses: rules.taint.uses }
}

function mountsOf(state: GroupState, file: number, onGap: OnGap): readonly Mount[] {
  const content = readText(state, file)
  const rules = rulesFor(state, file)
  const rows = content === undefined || rules === undefined ? [] : rules.taint.mountsFor(content)
  const source = rows.length === 0 ? undefined : viewFile(state, file)
  return source === undefined || rules === undefined ? [] : readMounts(source, { ...state.input.scan, rules, rows, onGap })
}

/** Tests the requirements of a rule. Called only for findings: few files have any, and few rules have requirements. */
function meetsRequirements(state: GroupState, path: string, rule: number): boolean {
  const { files, input, requirements } = state
  const file = files.findIndex((each) => each.path === path)
  const rules = rulesFor(state, file)
  const position = rules?.rules.findIndex(({ index }) => index === rule) ?? -1
  if (rules === undefined || position < 0 || rules.rules[position].requirements.length === 0) return true
  const view = requirements.has(path) ? undefined : viewFile(state, file)
  if (view !== undefined) {
    const found = matchFile({ ...input.scan, profiler: input.scan.profiler, view, rules, candidates: [], onGap: reportTo(state, path) })
    requirements.set(path, found.meets)
  }
  return requirements.get(path)?.(position) ?? false
}
