import type { LiteralNeed } from '../../model/literal-need.ts'
import { buildLiteralIndex } from './build-literal-index.ts'
import { createNeedGraph } from './need-graph.ts'

/** Says which needs a text can meet. */
export interface Prefilter {
  /** Indexes of the needs that the text meets, ascending. The array belongs to the caller. */
  candidates(text: string): readonly number[]
}

/** One index over the literals of all needs. Its cost is the scan of the text; needs none of whose literals occur cost nothing, others are worked out once. */
export function buildPrefilter(needs: readonly LiteralNeed[]): Prefilter {
  const graph = createNeedGraph()
  const roots = needs.map(graph.add)
  const always = roots.flatMap((root, need) => (root === graph.add({ kind: 'anything' }) ? [need] : []))
  const byLiteral = needsByLiteral(roots.map(graph.triggersOf), graph.literals.length)
  const index = buildLiteralIndex(graph.literals)
  const test = graph.createTest()
  const askedFor = new Uint32Array(needs.length)
  let texts = 0
  return {
    candidates: (text) => {
      const found = index.find(text)
      const meets = test(found)
      const met = [...always]
      texts++
      // indexOf is a vectorised search for the next found literal, so that a text without any costs next to nothing here.
      for (let literal = found.indexOf(1); literal >= 0; literal = found.indexOf(1, literal + 1)) {
        for (const need of byLiteral[literal] ?? []) {
          if (askedFor[need] === texts) continue
          askedFor[need] = texts
          if (meets(roots[need] ?? 0)) met.push(need)
        }
      }
      return met.sort((a, b) => a - b)
    },
  }
}

/** A need can hold only when one of its triggers was found. */
function needsByLiteral(triggers: readonly (readonly number[])[], literals: number): readonly (readonly number[])[] {
  const lists = Array.from({ length: literals }, (): number[] => [])
  for (const [need, list] of triggers.entries()) for (const literal of list) lists[literal]?.push(need)
  return lists
}
