import type { LiteralNeed } from '../../model/literal-need.ts'
import { buildLiteralIndex, buildWordIndex } from './build-literal-index.ts'
import { createNeedGraph } from './need-graph.ts'
import { createMeeting } from './need-meeting.ts'

/** Says which needs a text can meet. */
export interface Prefilter {
  /** Indexes of the needs that the text meets, ascending. The array belongs to the caller. */
  candidates(text: string): readonly number[]
}

/** One index over the literals of all needs, and one over their words. Its cost is the scan of the text, and what the literals in it lead to. */
export function buildPrefilter(needs: readonly LiteralNeed[]): Prefilter {
  const graph = createNeedGraph()
  const roots = needs.map((need) => graph.add(need))
  const literalIndex = buildLiteralIndex(graph.literals)
  const wordIndex = buildWordIndex(graph.words)
  const meet = createMeeting(graph)
  const needsOf: number[][] = []
  for (const [need, root] of roots.entries()) (needsOf[root] ??= []).push(need)
  return {
    candidates: (text) => {
      const met: number[] = []
      meet(text, literalIndex.find(text), wordIndex.find(text), (node) => {
        if (node in needsOf) met.push(...needsOf[node])
      })
      return met.sort((left, right) => left - right)
    },
  }
}
