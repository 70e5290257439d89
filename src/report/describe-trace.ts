import type { Finding } from '../model/finding.ts'
import { foldTrace } from './fold-trace.ts'
import { sayPlace } from './say-place.ts'

/** The way of the data as lines of plain text: a step each, folded to what a person needs. Empty without a trace. */
export function describeTrace({ trace = [] }: Finding): readonly string[] {
  return foldTrace(trace).map((step) => ('left' in step ? `… ${step.left} more steps` : `${step.kind}: ${sayPlace(step)} ${step.what}`))
}
