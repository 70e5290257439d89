import type { FlowBudget, FlowFile, FlowFinding, FlowGroup, Mount } from '../../model/flow.ts'
import type { GroupReport } from '../../model/file-report.ts'
import type { PartialFile } from '../../model/gap.ts'
import type { DialectRules } from '../../model/ruleset.ts'
import type { SourceView } from '../../model/source.ts'
import { createSourceView } from '../match/create-source-view.ts'
import { readCodeText } from '../triage/read-code-text.ts'
import { createParsedFiles } from './parsed-files.ts'
import { locateFindings } from '../match/locate-findings.ts'
import { type FileMatches, matchFile } from '../match/match-file.ts'
import type { RawFinding } from '../match/raw-finding.ts'
import { type FlowEnds, readFlowEnds } from '../match/match-endpoints.ts'
import { readMounts } from '../match/match-mounts.ts'
import type { FileScanInput } from '../match/scan-file.ts'
import { costOfFile, costOfLowering } from '../costs/step-costs.ts'

export interface GroupInput {
  readonly scan: FileScanInput
  /** By id of dialect. */
  readonly dialects: ReadonlyMap<string, DialectRules>
  /** UTF-16 units, by index in the group. */
  readonly sizes: readonly number[]
  /** Maximum steps. */
  readonly mostSteps: number
  /** The text of a file as it was when it was examined. Undefined if it has changed. */
  textOf(path: string): string | undefined
  /** The lowered program of an examined file, if it is still in memory. */
  loweredOf(path: string): FlowFile | undefined
  /** The sources and sinks of an examined file with its tree, if they are still in memory. Returned once. */
  endsOf(path: string): FlowEnds | undefined
  /** Called between rounds to let other tasks run. Throws if the scan should stop. */
  giveTurn(): Promise<void>
}

/** Follows data through the files of a group. */
export async function followFiles(group: FlowGroup, input: GroupInput): Promise<GroupReport> {
  const { clock, flow } = input.scan
  const reader = createReader(group, input)
  const steps = createStepCount(input.mostSteps)
  // By size, because it depends on the thread whether a file must be parsed again.
  const readEnds = (file: number): FlowEnds | undefined => {
    steps.spend(costOfFile(input.sizes[file], true))
    return reader.ends(file)
  }
  const rounds = flow.follow(group, {
    mostValues: input.scan.limits.maxFlowValues,
    budget: steps,
    sourcesIn: (file) => (group.files[file].exact ? group.files[file].sources : (readEnds(file)?.sources ?? [])),
    sinksIn: (file) => (group.files[file].exact ? group.files[file].sinks : (readEnds(file)?.sinks() ?? [])),
    mountsIn: (file) => {
      steps.spend(costOfFile(input.sizes[file], false))
      return reader.mounts(file)
    },
    textOf: (file) => {
      steps.spend(costOfFile(input.sizes[file], false))
      return reader.text(file)
    },
    lower: (file, rules) => {
      const lowered = reader.lower(file, rules)
      steps.spend(costOfFile(input.sizes[file], true) + costOfLowering(lowered?.program.values.count ?? 0))
      return lowered
    },
  })
  let round = clock.time('flow', () => rounds.next())
  while (round.done !== true) {
    await input.giveTurn()
    round = clock.time('flow', () => rounds.next())
  }
  const result = round.value
  if (steps.left() <= 0) reader.gaps.push(...gapsOfCut(group))
  for (const { file, detail } of result.gaps) reader.gaps.push({ file, reason: 'flow-limit', detail })
  const met = result.findings.filter(({ file, rule }) => reader.meets(file, rule))
  const findings = sortByFile(group, met, input, reader.gaps).flatMap(([place, found]) => {
    const file = reader.view(place)
    return file === undefined ? [] : locateFindings(file, found, input.scan.rules)
  })
  return {
    findings,
    gaps: distinctGaps(reader.gaps),
    looked: [...reader.looked].toSorted((left, right) => left - right),
    changed: reader.changed(),
    steps: steps.spent(),
    cut: steps.left() <= 0,
  }
}

interface StepCount extends FlowBudget {
  spent(): number
}

function createStepCount(most: number): StepCount {
  let spent = 0
  return {
    left: () => most - spent,
    spent: () => spent,
    spend: (steps) => {
      spent += steps
    },
  }
}

/** Every file with data may propagate it further. */
function gapsOfCut({ files, rules }: FlowGroup): readonly PartialFile[] {
  const detail = 'The scan reached its step limit during data-flow analysis. The rest is not analysed.'
  return files.flatMap(({ path, sources }) =>
    sources.some((rule) => rules.includes(rule)) ? [{ file: path, reason: 'scan-limit' as const, detail }] : [],
  )
}

interface GroupReader {
  readonly gaps: PartialFile[]
  readonly looked: Set<number>
  changed(): boolean
  text(file: number): string | undefined
  view(file: number): SourceView | undefined
  ends(file: number): FlowEnds | undefined
  lower(file: number, rules: ReadonlySet<number>): FlowFile | undefined
  mounts(file: number): readonly Mount[]
  /** Whether a file meets the file requirements of a rule. */
  meets(path: string, rule: number): boolean
}

function createReader({ files }: FlowGroup, { scan, dialects, sizes, textOf, loweredOf, endsOf }: GroupInput): GroupReader {
  const gaps: PartialFile[] = []
  const looked = new Set<number>()
  let changed = false
  const tell =
    (file: string) =>
    (reason: PartialFile['reason'], detail: string): void =>
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

  function readEnds(file: number): FlowEnds | undefined {
    const { path } = files[file]
    const held = endsOf(path)
    if (held === undefined) return parseEnds(file)
    held.reportTo(tell(path))
    return held
  }

  function parseEnds(file: number): FlowEnds | undefined {
    const opened = view(file)
    if (opened !== undefined) scan.profiler?.enter({ path: opened.path, bytes: opened.text.length })
    const rules = dialects.get(files[file].dialect)
    if (opened === undefined || rules === undefined) return undefined
    const withoutPrefilter = scan.withoutPrefilter === true
    return readFlowEnds({ ...scan, profiler: scan.profiler, view: opened, rules, withoutPrefilter, onGap: tell(opened.path) })
  }

  function text(file: number): string | undefined {
    looked.add(file)
    return textOf(files[file].path)
  }

  // Most files whose sources were queried are lowered later.
  function ends(file: number): FlowEnds | undefined {
    looked.add(file)
    const found = parsed.take(file) ?? readEnds(file)
    if (found !== undefined) parsed.keep(file, found, sizes[file])
    return found
  }

  function lower(file: number, rules: ReadonlySet<number>): FlowFile | undefined {
    looked.add(file)
    return loweredOf(files[file].path) ?? (parsed.take(file) ?? readEnds(file))?.lower(rules)
  }

  function mounts(file: number): readonly Mount[] {
    const held = text(file)
    const rules = dialects.get(files[file].dialect)
    const rows = held === undefined || rules === undefined ? [] : rules.taint.mountsFor(held)
    const opened = rows.length === 0 ? undefined : view(file)
    return opened === undefined || rules === undefined ? [] : readMounts(opened, { ...scan, rules, rows, onGap: tell(opened.path) })
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

  return { gaps, looked, changed: () => changed, text, view, ends, lower, mounts, meets }
}

/** Findings by file, in the order of the group, no more of a rule in a file than the limit. */
function sortByFile(
  { files }: FlowGroup,
  found: readonly FlowFinding[],
  { scan }: GroupInput,
  gaps: PartialFile[],
): readonly (readonly [file: number, found: readonly RawFinding[]])[] {
  const places = new Map(files.map(({ path }, index) => [path, index]))
  const most = scan.limits.maxMatchesPerRule
  const sorted = new Map<number, RawFinding[]>()
  const counts = new Map<string, number>()
  for (const { file, alternatives, ...finding } of found.toSorted((left, right) => left.start - right.start)) {
    const { rule } = finding
    const place = places.get(file)
    if (place === undefined) continue
    const count = (counts.get(`${rule} ${place}`) ?? 0) + 1
    counts.set(`${rule} ${place}`, count)
    if (count > most) {
      const detail = `The rule matches more than ${most} times; the rest is left out.`
      if (count === most + 1) gaps.push({ file, reason: 'match-limit', detail, rule: scan.ruleIds(rule) })
      continue
    }
    const known = sorted.get(place) ?? []
    sorted.set(place, known)
    known.push({ ...finding, ...(alternatives > 0 ? { alternatives } : {}) })
  }
  return [...sorted].toSorted(([left], [right]) => left - right)
}

/** A file that is read twice reports its gaps twice. */
function distinctGaps(gaps: readonly PartialFile[]): readonly PartialFile[] {
  return [...new Map(gaps.map((gap) => [JSON.stringify(gap), gap])).values()]
}
