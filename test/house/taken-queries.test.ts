import { describe, expect, it } from 'vitest'
import { sortQueries } from '../../tools/taken-queries.mjs'

/** Wrong queries are negative. Like tree-sitter, the check refuses a batch with one of them. */
const queries = (count: number, ...wrong: readonly number[]) => Array.from({ length: count }, (_, at) => (wrong.includes(at) ? `-${at}` : `${at}`))

const CASES = [
  { name: 'an empty list needs no check', sources: [], wrong: [], asked: 0 },
  { name: 'correct queries are checked in batches of a hundred', sources: queries(250), wrong: [], asked: 3 },
  { name: 'a batch with a wrong query is checked one by one', sources: queries(250, 120), wrong: ['-120'], asked: 103 },
  { name: 'all wrong queries are returned in order', sources: queries(3, 2, 0), wrong: ['-0', '-2'], asked: 4 },
]

describe('queries that tree-sitter checks in batches', () => {
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
