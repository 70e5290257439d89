import type { TraceStep } from '../model/finding.ts'

/** The number of steps that are omitted at this position. */
export interface LeftOut {
  readonly left: number
}

/** The maximum number of steps that are shown. */
const MAX_STEPS = 10

/**
 * Shortens a long trace to its source, its sink and the steps that enter another file or function. `what` of such a step says "passed to" or
 * "returned by". If these are still too many, the first and the last ones are kept.
 */
export function foldTrace(trace: readonly TraceStep[]): readonly (TraceStep | LeftOut)[] {
  if (trace.length <= MAX_STEPS) return trace
  const crossings = trace.flatMap((step, at) => (at === 0 || at === trace.length - 1 || isCrossing(step, trace[at - 1]) ? [at] : []))
  const kept = crossings.length <= MAX_STEPS ? crossings : [...crossings.slice(0, MAX_STEPS / 2), ...crossings.slice(-MAX_STEPS / 2)]
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
