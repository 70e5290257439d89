export type Phase = 'decode' | 'prefilter' | 'parse' | 'names' | 'document' | 'match' | 'flow' | 'suppress' | 'report'

/** Measures time per phase. Phases may be nested: the time of an inner phase is subtracted from the outer one. */
export interface PhaseClock {
  time<T>(phase: Phase, work: () => T): T
  /** Milliseconds of the work, without the phases in it. */
  timeApart(work: () => void): number
  /** How often a phase has run since the last call of `mark`. */
  count(phase: Phase): number
  mark(): void
  totals(): Readonly<Record<string, number>>
}

/**
 * `now` returns milliseconds. `observe` is called when a phase begins; the function that it returns is called with the phase's own time at its end.
 */
export function createPhaseClock(now: () => number, observe?: () => (phase: Phase, milliseconds: number) => void): PhaseClock {
  const totals = new Map<Phase, number>()
  const counts = new Map<Phase, number>()
  let innerTime = 0
  return {
    time: (phase, work) => {
      const outer = innerTime
      innerTime = 0
      const ended = observe?.()
      const from = now()
      try {
        return work()
      } finally {
        const whole = now() - from
        totals.set(phase, (totals.get(phase) ?? 0) + whole - innerTime)
        ended?.(phase, whole - innerTime)
        counts.set(phase, (counts.get(phase) ?? 0) + 1)
        innerTime = outer + whole
      }
    },
    timeApart: (work) => {
      const before = innerTime
      const from = now()
      work()
      return now() - from - (innerTime - before)
    },
    count: (phase) => counts.get(phase) ?? 0,
    mark: () => counts.clear(),
    totals: () => Object.fromEntries(totals),
  }
}
