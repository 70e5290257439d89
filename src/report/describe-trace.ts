import type { Finding } from '../model/finding.ts'
import { foldTrace } from './fold-trace.ts'
import { sayPlace } from './say-place.ts'

/**
 * The data-flow path as lines of plain text, one step per line, shortened for people. Other locations with the same cause follow. Empty without both.
 */
export function describeTrace({ trace = [], places = [] }: Finding): readonly string[] {
  const steps = foldTrace(trace).map((step) => ('left' in step ? `… ${step.left} more steps` : `${step.kind}: ${sayPlace(step)} ${step.what}`))
  return [...steps, ...places.map((place) => `also affects: ${sayPlace(place)}`)]
}
