import { describe, expect, it } from 'vitest'
import { sortQueries } from '../../tools/taken-queries.mjs'

/** Wrong queries are negative. Like tree-sitter, the check refuses a batch with one of them. */
const queries = (count: number, ...wrong: readonly number[]) => Array.from({ length: count }, (_, at) => (wrong.includes(at) ? `-${at}` : `${at}`))

const CASES = [
  { name: 'nothing is asked about nothing', sources: [], wrong: [], asked: 0 },
  { name: 'right ones are asked about by the hundred', sources: queries(250), wrong: [], asked: 3 },
  { name: 'one that is wrong has its hundred asked about one by one', sources: queries(250, 120), wrong: ['-120'], asked: 103 },
  { name: 'all that are wrong are told, in their order', sources: queries(3, 2, 0), wrong: ['-0', '-2'], asked: 4 },
]

describe('queries that tree-sitter is asked about together', () => {
  it.each(CASES)('$name', ({ sources, wrong, asked }) => {
    let times = 0
    const check = (some: readonly string[]) => {
      times += 1
      return !some.some((source) => source.startsWith('-'))
    }
    const right = sources.filter((source) => !source.startsWith('-'))
    expect(sortQueries(sources, check)).toEqual({ right, wrong })
    expect(times).toBe(asked)
  })
})
