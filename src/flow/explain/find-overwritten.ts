import type { FlowLoss } from '../../model/explanation.ts'
import type { SinkSite } from '../../model/flow.ts'
import type { Located } from '../solver/rule-facts.ts'
import type { BreakScope } from './break-scope.ts'
import { placeOfSpan, placeOfValue, quote } from './describe-code.ts'

/** A variable of the sink that had data before another value was assigned to it. */
export function findOverwritten({ explained, byValue }: BreakScope, sink: Located<SinkSite>, values: readonly number[]): FlowLoss | undefined {
  const { project } = explained.program.solver
  const { variables, text } = explained.files[sink.file]
  const base = project.firstValue[sink.file]
  const used = variables.filter(({ start, end, value }) => sink.start <= start && end <= sink.end && values.includes(base + value))
  for (const { declaration, value, start, end } of used) {
    const earlier = variables.filter((each) => each.declaration === declaration && each.start < sink.start && byValue.has(base + each.value))
    const last = earlier.at(-1)
    if (last === undefined || byValue.has(base + value)) continue
    const place = placeOfValue(explained, base + value)
    const lastSeen = placeOfSpan(explained, sink.file, last)
    const name = text.slice(start, end)
    const before = `The variable ${quote(name)} had the data on line ${lastSeen.line}`
    const message = `${before}, and has the value ${quote(place.text)} of line ${place.line} at the sink.`
    return { code: 'overwritten', term: 'strong update', place, lastSeen, message }
  }
  return undefined
}
