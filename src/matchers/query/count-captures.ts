import { type Automaton, CONFIGS, DONE, type Entry } from './build-automaton.ts'

/** The number of captures on a path through the pattern. `most` is Infinity in a loop. */
export interface CaptureCount {
  readonly least: number
  readonly most: number
}

/** Counts the captures for which `counted` is true, over all paths from the entries to the end. */
export function countCaptures(automaton: Automaton, counted: (capture: string) => boolean): CaptureCount {
  const { steps, transitions, entries } = automaton
  const weights = steps.map((step) => step.captures.filter(counted).length)
  const least: number[] = steps.map(() => Infinity)
  const most: number[] = steps.map(() => -Infinity)
  const end = { least: Infinity, most: -Infinity }
  const limit = 1 + weights.reduce((sum, weight) => sum + weight, 0) + Math.max(0, ...entries.map((entry) => parentWeight(entry, counted)))
  const reach = (at: number, low: number, high: number): boolean => {
    const before = [least[at], most[at]]
    least[at] = Math.min(least[at] ?? Infinity, low)
    most[at] = Math.max(most[at] ?? -Infinity, high)
    // A path without a loop has at most the captures of all steps.
    if ((most[at] ?? 0) > limit) most[at] = Infinity
    return before[0] !== least[at] || before[1] !== most[at]
  }
  const open = entries.map((entry) => [Math.floor(entry.config / CONFIGS), parentWeight(entry, counted), parentWeight(entry, counted)] as const)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, low, high] = next
    if (!reach(at, low, high)) continue
    const weight = weights[at] ?? 0
    for (const way of transitions[at] ?? []) {
      const after = [(least[at] ?? 0) + weight, (most[at] ?? 0) + weight] as const
      if (way.config !== DONE) open.push([Math.floor(way.config / CONFIGS), ...after])
      else {
        end.least = Math.min(end.least, after[0])
        end.most = Math.max(end.most, after[1])
      }
    }
  }
  return end
}

function parentWeight(entry: Entry, counted: (capture: string) => boolean): number {
  return entry.parentCaptures.filter(counted).length
}
