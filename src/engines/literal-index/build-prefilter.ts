import type { LiteralNeed } from '../../model/literal-need.ts'
import { buildLiteralIndex, buildWordIndex } from './build-literal-index.ts'
import { createNeedGraph } from './need-graph.ts'

/** Says which needs a text can meet. */
export interface Prefilter {
  /** Indexes of the needs that the text meets, ascending. The array belongs to the caller. */
  candidates(text: string): readonly number[]
}

/** One index over the literals of all needs, and one over their words. Its cost is the scan of the text; needs none of whose literals occur cost nothing, others are worked out once. */
export function buildPrefilter(needs: readonly LiteralNeed[]): Prefilter {
  const graph = createNeedGraph()
  const roots = needs.map(graph.add)
  const always = roots.flatMap((root, need) => (root === graph.add({ kind: 'anything' }) ? [need] : []))
  const triggers = roots.map(graph.triggersOf)
  const byLiteral = needsByTrigger(
    triggers.map(({ literals }) => literals),
    graph.literals.length,
  )
  const byWord = needsByTrigger(
    triggers.map(({ words }) => words),
    graph.words.length,
  )
  const literalIndex = buildLiteralIndex(graph.literals)
  const wordIndex = buildWordIndex(graph.words)
  const test = graph.createTest()
  const askedFor = new Uint32Array(needs.length)
  let texts = 0
  return {
    candidates: (text) => {
      const literals = literalIndex.find(text)
      const words = wordIndex.find(text)
      const meets = test(literals, words)
      const met = [...always]
      texts++
      const start = (found: Uint8Array, needsOf: readonly (readonly number[])[]): void => {
        // indexOf is a vectorised search for the next found literal, so that a text without any costs next to nothing here.
        for (let at = found.indexOf(1); at >= 0; at = found.indexOf(1, at + 1)) {
          for (const need of needsOf[at] ?? []) {
            if (askedFor[need] === texts) continue
            askedFor[need] = texts
            if (meets(roots[need] ?? 0)) met.push(need)
          }
        }
      }
      start(literals, byLiteral)
      start(words, byWord)
      return met.sort((a, b) => a - b)
    },
  }
}

/** A need can hold only when one of its triggers was found. */
function needsByTrigger(triggers: readonly (readonly number[])[], count: number): readonly (readonly number[])[] {
  const lists = Array.from({ length: count }, (): number[] => [])
  for (const [need, list] of triggers.entries()) for (const trigger of list) lists[trigger]?.push(need)
  return lists
}
