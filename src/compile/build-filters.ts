import { buildPrefilter } from '../engines/literal-index/build-prefilter.ts'
import type { LiteralNeed } from '../model/literal-need.ts'

/** Indexes of the needs of its list that a text meets, ascending. */
export type Filter = (text: string) => readonly number[]

/** One prefilter for all lists of needs, which share most literals. It runs once over a text, whichever lists are asked for. */
export function buildFilters(lists: readonly (readonly LiteralNeed[])[]): readonly Filter[] {
  const prefilter = buildPrefilter(lists.flat())
  let last: { readonly text: string; readonly found: readonly (readonly number[])[] } | undefined
  const sort = (found: readonly number[]): readonly (readonly number[])[] => {
    let at = 0
    let first = 0
    return lists.map(({ length }) => {
      const own: number[] = []
      for (; at < found.length && found[at] < first + length; at++) own.push(found[at] - first)
      first += length
      return own
    })
  }
  return lists.map((_, list) => (text) => {
    if (last?.text !== text) last = { text, found: sort(prefilter.candidates(text)) }
    return last.found[list]
  })
}
