import type { LiteralNeed } from '../../model/literal-need.ts'
import { buildLiteralIndex, buildWordIndex } from '../literal-index/build-literal-index.ts'
import { createNeedGraph } from './need-graph.ts'
import { createMeeting } from './need-meeting.ts'

/** Returns the ascending indexes of the needs of a list that a text meets. The caller owns the array. */
export type Prefilter = (text: string) => readonly number[]

/**
 * A prefilter for each list of needs, with one index over all literals and one over all words. A text is read once even if several prefilters are
 * called for it. The rest is computed on demand.
 */
export function buildPrefilters(lists: readonly (readonly LiteralNeed[])[]): readonly Prefilter[] {
  const graph = createNeedGraph()
  const roots = lists.map((needs) => Uint32Array.from(needs, (need) => graph.add(need)))
  const literalIndex = buildLiteralIndex(graph.literals)
  const wordIndex = buildWordIndex(graph.words)
  const meet = createMeeting(graph)
  let last: { readonly text: string; readonly isMet: (node: number) => boolean } | undefined
  return roots.map((list) => (text) => {
    if (last?.text !== text) last = { text, isMet: meet(text, literalIndex.find(text), wordIndex.find(text)) }
    const met: number[] = []
    for (let need = 0; need < list.length; need++) if (last.isMet(list[need])) met.push(need)
    return met
  })
}
