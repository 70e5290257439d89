import type { TraceStep } from '../../model/finding.ts'
import type { SinkSite, SourceSite } from '../../model/flow.ts'
import type { Project } from '../program/link-program.ts'
import type { Located } from '../solver/rule-facts.ts'
import { stepKind } from './build-trace.ts'

/**
 * The root causes of a finding: its source together with the function of the sink, and each string that is built from the data. A fix at a cause
 * fixes all findings with that cause.
 */
export function causesOf(project: Project, source: Located<SourceSite>, sink: Located<SinkSite>, trace: readonly TraceStep[]): readonly string[] {
  const func = project.owner[project.firstValue[sink.file] + (sink.values[0] ?? 0)]
  const { parent, file, start } = project.functions[func]
  const [first] = trace
  // The top level of a module is no function that can be fixed in one place.
  const own = parent < 0 ? [] : [`${first.file}:${source.start}:${source.end} in ${project.files[file].path}:${start}`]
  return [...own, ...trace.filter((step) => stepKind(step) === 'string').map(({ file, line, column }) => `text ${file}:${line}:${column}`)]
}

/** Whether the function of a sink builds a string from the data itself. */
export function buildsString(trace: readonly TraceStep[]): boolean {
  const open = [false]
  for (const step of trace) {
    const kind = stepKind(step)
    if (kind === 'enters') open.push(false)
    else if (kind === 'string') open[open.length - 1] = true
    // The result of a function contains the string that it has built.
    else if (kind === 'leaves' && open.length > 1) open.pop()
  }
  return open.at(-1) === true
}
