import type { FlowBudget, FlowFinding, FlowGroup } from '../../model/flow.ts'
import type { GroupReport } from '../../model/file-report.ts'
import type { PartialFile } from '../../model/gap.ts'
import { costOfFile, costOfLowering } from '../costs/step-costs.ts'
import { locateFindings } from '../match/locate-findings.ts'
import type { RawFinding } from '../match/raw-finding.ts'
import { createGroupReader, type EndpointRules, type GroupReaderInput } from './group-reader.ts'

export interface GroupInput extends GroupReaderInput {
  /** Maximum steps. */
  readonly mostSteps: number
  /** Called between rounds to let other tasks run. Throws if the scan should stop. */
  giveTurn(): Promise<void>
}

/** Follows data through the files of a group. */
export async function followFiles(group: FlowGroup, input: GroupInput): Promise<GroupReport> {
  const { clock, flow } = input.scan
  const reader = createGroupReader(group, input)
  const steps = createStepCount(input.mostSteps)
  // By size, because it depends on the thread whether a file must be parsed again.
  const readEnds = (file: number): EndpointRules => {
    steps.spend(costOfFile(input.sizes[file], true))
    return reader.endpoints(file)
  }
  const rounds = flow.follow(group, {
    mostValues: input.scan.limits.maxFlowValues,
    budget: steps,
    sourcesIn: (file) => (group.files[file].exact ? group.files[file].sources : readEnds(file).sources()),
    sinksIn: (file) => (group.files[file].exact ? group.files[file].sinks : readEnds(file).sinks()),
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
  reader.save()
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
  const detail = 'The scan reached its step limit during data-flow analysis. The remaining data flows are not analysed.'
  return files.flatMap(({ path, sources }) =>
    sources.some((rule) => rules.includes(rule)) ? [{ file: path, reason: 'scan-limit' as const, detail }] : [],
  )
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
