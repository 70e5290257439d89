import { BOUNDS } from '../../model/bounds.ts'
import type { PathSegment } from './path-segment.ts'

/** Distinct conditions and chosen callees of one entry fact. Beyond, paths count for all callers. */
const MAX_VARIANTS = BOUNDS.segmentVariants.value

/** The entry facts that a search has expanded, with labels, confidence, and the requirements on their callers. */
export interface VisitedSegments {
  /** Labels of paths that exist for all callers, and are at least as certain. */
  labelsOf(entry: number, isMayTaint: boolean): number
  /** Adds a path. Returns it with the labels that are new, or `undefined` if there are none. */
  add(segment: PathSegment): PathSegment | undefined
}

/** Creates an empty set. */
export function createVisitedSegments(): VisitedSegments {
  const unconditional = new Map<number, number>()
  const conditional = new Map<number, Map<number, number>>()
  const labelsOf = (entry: number, isMayTaint: boolean): number => {
    const certain = unconditional.get(2 * entry) ?? 0
    return isMayTaint ? certain | (unconditional.get(2 * entry + 1) ?? 0) : certain
  }
  return {
    labelsOf,
    add: (segment) => {
      const certainKey = 2 * segment.entry
      const key = certainKey + Number(segment.isMayTaint)
      const labels = segment.labels & ~labelsOf(segment.entry, segment.isMayTaint)
      if (labels === 0) return undefined
      const condition = conditionKey(segment)
      const variants = conditional.get(key) ?? new Map<number, number>()
      if (condition === UNCONDITIONAL || (variants.size >= MAX_VARIANTS && !variants.has(condition))) {
        unconditional.set(key, (unconditional.get(key) ?? 0) | labels)
        return { ...segment, labels, condition: 0, chosen: undefined }
      }
      const known = variants.get(condition) ?? 0
      const fresh = labels & ~known & ~(conditional.get(certainKey)?.get(condition) ?? 0)
      if (fresh === 0) return undefined
      variants.set(condition, known | fresh)
      conditional.set(key, variants)
      return { ...segment, labels: fresh }
    },
  }
}

const UNCONDITIONAL = 0
/** More than there are path conditions. */
const MAX_CONDITIONS = BOUNDS.segmentConditions.value

function conditionKey({ chosen, condition }: PathSegment): number {
  return chosen === undefined ? condition : (chosen.target + 1) * MAX_CONDITIONS + condition
}
