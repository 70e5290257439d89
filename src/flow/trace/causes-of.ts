import type { TraceStep } from '../../model/finding.ts'
import type { SinkSite, SourceSite } from '../../model/flow.ts'
import type { Project } from '../project/build-project.ts'
import type { Located } from '../solve/read-facts.ts'
import { stepKind } from './build-trace.ts'

/** What brings a finding about: where others come from the same, mending it mends all. */
export function causesOf(project: Project, source: Located<SourceSite>, sink: Located<SinkSite>, trace: readonly TraceStep[]): readonly string[] {
  const func = project.owner[project.firstValue[sink.file] + (sink.values[0] ?? 0)]
  const { parent, file, start } = project.functions[func]
  const [first] = trace
  // What a module does as it is loaded is no function that is mended at one place.
  const own = parent < 0 ? [] : [`${first.file}:${source.start}:${source.end} in ${project.files[file].path}:${start}`]
  return [...own, ...textsOfHelpers(trace)]
}

/** Texts that functions make which the data has gone into, and has left again with the text: whoever calls them gets the same. */
function textsOfHelpers(trace: readonly TraceStep[]): readonly string[] {
  const open: string[][] = [[]]
  const made: string[] = []
  for (const step of trace) {
    const kind = stepKind(step)
    if (kind === 'enters') open.push([])
    else if (kind === 'text') open.at(-1)?.push(`text ${step.file}:${step.line}:${step.column}`)
    else if (kind === 'leaves' && open.length > 1) made.push(...(open.pop() ?? []))
  }
  return made
}
