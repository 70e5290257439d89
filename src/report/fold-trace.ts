import type { TraceStep } from '../model/finding.ts'

/** So many steps that stand in the place of none. */
export interface LeftOut {
  readonly left: number
}

/** Steps that are shown whole. */
const MOST_STEPS = 10

/**
 * A long way, folded: its source, its sink, and of what is between the steps at which it comes into another file or function. `what` of such a step says
 * "passed to" or "returned by"; where even these are too many, the first and the last of them stay.
 */
export function foldTrace(trace: readonly TraceStep[]): readonly (TraceStep | LeftOut)[] {
  if (trace.length <= MOST_STEPS) return trace
  const crossings = trace.flatMap((step, at) => (at === 0 || at === trace.length - 1 || isCrossing(step, trace[at - 1]) ? [at] : []))
  const kept = crossings.length <= MOST_STEPS ? crossings : [...crossings.slice(0, MOST_STEPS / 2), ...crossings.slice(-MOST_STEPS / 2)]
  const folded: (TraceStep | LeftOut)[] = []
  let next = 0
  for (const at of kept) {
    if (at > next) folded.push({ left: at - next })
    folded.push(trace[at])
    next = at + 1
  }
  return folded
}

function isCrossing(step: TraceStep, before: TraceStep): boolean {
  return step.file !== before.file || /^(?:passed to|returned by) /.test(step.what)
}
