import type { Automaton } from './automaton.ts'

/** The strongly connected components with at least one transition, in topological order. */
export function findLoops(automaton: Automaton): readonly (readonly number[])[] {
  const reached = automaton.sets.map((_, position) => reachableFrom(automaton, [position]))
  const done = new Set<number>()
  const loops: number[][] = []
  for (const [position, from] of reached.entries()) {
    if (done.has(position) || !from.has(position)) continue
    const loop = [...from].filter((other) => reached[other]?.has(position) === true).sort((left, right) => left - right)
    for (const other of loop) done.add(other)
    loops.push(loop)
  }
  return loops
}

/** Positions reachable from these by at least one character. */
export function reachableFrom({ after }: Automaton, positions: readonly number[]): ReadonlySet<number> {
  const reached = new Set<number>()
  const open = [...positions]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of after[at]?.next.keys() ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(next)
    }
  }
  return reached
}
