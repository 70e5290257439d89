import type { TraceStep } from '../../model/finding.ts'
import type { SinkSite, SourceSite } from '../../model/flow.ts'
import type { Project } from '../program/link-program.ts'
import type { Located } from '../solver/rule-facts.ts'
import { stepKind } from './build-trace.ts'

/** What brings a finding about: where others come from the same, mending it mends all. Every text that is made of the data is such a place: whoever takes it gets the same. */
export function causesOf(project: Project, source: Located<SourceSite>, sink: Located<SinkSite>, trace: readonly TraceStep[]): readonly string[] {
  const func = project.owner[project.firstValue[sink.file] + (sink.values[0] ?? 0)]
  const { parent, file, start } = project.functions[func]
  const [first] = trace
  // What a module does as it is loaded is no function that is mended at one place.
  const own = parent < 0 ? [] : [`${first.file}:${source.start}:${source.end} in ${project.files[file].path}:${start}`]
  return [...own, ...trace.filter((step) => stepKind(step) === 'text').map(({ file, line, column }) => `text ${file}:${line}:${column}`)]
}

/** Whether the function that a sink stands in has made a text of the data itself: then it is wrong there, whatever is called with that text. */
export function makesText(trace: readonly TraceStep[]): boolean {
  const open = [false]
  for (const step of trace) {
    const kind = stepKind(step)
    if (kind === 'enters') open.push(false)
    else if (kind === 'text') open[open.length - 1] = true
    // What a function gives back holds the text that it made.
    else if (kind === 'leaves' && open.length > 1) open.pop()
  }
  return open.at(-1) === true
}
