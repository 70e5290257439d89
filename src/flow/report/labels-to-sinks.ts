import { isMayTaint } from '../solver/confidence.ts'
import { transferLabels } from '../solver/label-sets.ts'
import type { SolverState } from '../solver/solver-state.ts'

/** By entry fact: the labels with which it reaches some sink, regardless of path conditions. One backward pass over the incoming sets. */
export function labelsToSinks(s: SolverState, isCertain: boolean): Int32Array {
  const { entryFacts, facts, sinkFacts, taint } = s
  const labels = new Int32Array(entryFacts.length)
  const open: number[] = []
  const add = (entry: number, more: number): void => {
    if (entry < 0 || (labels[entry] | more) === labels[entry]) return
    labels[entry] |= more
    open.push(entry)
  }
  for (const ofSink of sinkFacts.bySink.values()) for (const each of ofSink) if (!isCertain || !each.isMayTaint) add(each.entry, each.labels)
  for (let entry = open.pop(); entry !== undefined; entry = open.pop())
    for (const { fact } of entryFacts[entry].incoming)
      if (!isCertain || !isMayTaint(facts.path[fact])) add(facts.entry[fact], transferLabels(taint, facts.labels[fact], labels[entry]))
  return labels
}
