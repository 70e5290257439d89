import type { FlowFinding } from '../../model/flow.ts'
import { addToGroup } from '../../model/group-by.ts'
import { onePerSink } from './report-findings.ts'

/** Calls of a wrapper that pass a string built from untrusted data. One alone is reported at the sink. */
const SEVERAL = 2

/**
 * Reports a sink in a wrapper, such as the only `query` of a program, at each of its callers that build a string from untrusted data: each of them
 * needs its own fix. Paths of other callers, and of sinks with one such caller, are reported once at the sink.
 */
export function reportAtCallers(findings: readonly FlowFinding[]): readonly FlowFinding[] {
  const bySink = new Map<string, FlowFinding[]>()
  for (const finding of findings) addToGroup(bySink, `${finding.rule}:${finding.start}:${finding.end}:${finding.file}`, finding)
  const moved: FlowFinding[] = []
  const kept: FlowFinding[] = []
  for (const group of bySink.values()) {
    const sites = new Set(group.flatMap(({ callingSite }) => (callingSite === undefined ? [] : [`${callingSite.file}:${callingSite.start}`])))
    for (const finding of group) {
      const { callingSite, ...rest } = finding
      if (callingSite === undefined || sites.size < SEVERAL) kept.push(rest)
      else moved.push({ ...rest, ...callingSite, captures: withoutPositions(finding) })
    }
  }
  const atSinks = onePerSink(kept)
  return onePerSink([...atSinks, ...moved.filter((finding) => !atSinks.some((known) => overlaps(known, finding)))])
}

/** Captures of the wrapper's file have no positions in the file of the caller. */
function withoutPositions({ captures }: FlowFinding): FlowFinding['captures'] {
  return new Map([...captures].map(([name, { text }]) => [name, { text }]))
}

/** Whether the caller is reported already, because its call is a sink itself. */
function overlaps(known: FlowFinding, { rule, file, start, end }: FlowFinding): boolean {
  return known.rule === rule && known.file === file && known.start < end && start < known.end
}
