import type { JumpWrite } from '../../model/call-models.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { valuesAt } from '../models/values-at.ts'
import type { JumpStep } from '../program/data-flow-edges.ts'
import { ANY_PROPERTY } from '../points-to/query-context.ts'
import type { FlowCall, Project } from '../program/link-program.ts'
import type { RequestState } from './request-state.ts'
import { storedProperty } from './stored-property.ts'

/** From values that calls store, to the results of calls that read them, as rows of `jumps` describe. */
export function findStoredValues(project: Project, { jumps: { pairs, writes } }: CallGraph): RequestState {
  const jumpSteps: JumpStep[] = []
  const escaping = new Set(writes.flatMap(({ call, end }) => (end.escapes ? storedValues(project, project.calls[call], end) : [])))
  for (const { write, read } of pairs) {
    if (read.end.value.parameter !== undefined) continue
    const [writing, reading] = [project.calls[write.call], project.calls[read.call]]
    // Within one function, only a later read finds the value.
    if (writing.owner === reading.owner && reading.start < writing.end) continue
    const [part] = read.end.value.parts
    const key = part === undefined ? undefined : part.kind === 'property' ? project.keyId(part.name) : ANY_PROPERTY
    for (const from of storedValues(project, writing, write.end)) jumpSteps.push({ from, to: reading.result, ...(key !== undefined && { key }) })
  }
  return { jumpSteps, escaping }
}

/** The arguments of a call that are stored, or the properties of them. */
function storedValues(project: Project, call: FlowCall, { value: places }: JumpWrite): readonly number[] {
  return places.flatMap(({ at, parts }) =>
    valuesAt(call, at).flatMap((value) => {
      const stored = parts.reduce((object, part) => (object < 0 || part.kind !== 'property' ? -1 : storedProperty(project, object, part.name)), value)
      return stored < 0 ? [] : [stored]
    }),
  )
}
