import type { Finding } from '../model/finding.ts'
import { foldTrace } from './fold-trace.ts'
import { sayPlace } from './say-place.ts'

/** The way of the data as lines of plain text, a step each, folded to what a person needs; then where the same cause does harm beside. Empty when there is neither. */
export function describeTrace({ trace = [], places = [] }: Finding): readonly string[] {
  const steps = foldTrace(trace).map((step) => ('left' in step ? `… ${step.left} more steps` : `${step.kind}: ${sayPlace(step)} ${step.what}`))
  return [...steps, ...places.map((place) => `also affects: ${sayPlace(place)}`)]
}
