import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addToGroup, groupBy } from '../../src/model/group-by.ts'

describe('groupBy', () => {
  it('keeps every item once, in order, under its key', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), (items) => {
        const groups = groupBy(items, (item) => item % 7)
        expect([...groups.keys()]).toEqual([...new Set(items.map((item) => item % 7))])
        for (const [key, group] of groups) expect(group).toEqual(items.filter((item) => item % 7 === key))
      }),
    )
  })

  it('adds to a group that is there', () => {
    const groups = new Map([['a', [1]]])
    addToGroup(groups, 'a', 2)
    addToGroup(groups, 'b', 3)
    expect([...groups]).toEqual([
      ['a', [1, 2]],
      ['b', [3]],
    ])
  })
})
