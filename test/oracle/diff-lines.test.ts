import { describe, expect, it } from 'vitest'
import { diffLines } from '../../tools/oracle/diff-lines.mjs'

const finding = (more: object): string => `app\t${JSON.stringify({ rule: 'ssrf', at: 'a.js:1:1-1:9', confidence: 'high', ...more })}`

const cases = [
  { name: 'equal lists have no difference', before: [finding({})], after: [finding({})], added: 0, removed: 0, changed: 0 },
  {
    name: 'a finding at another position is one removed and one added',
    before: [finding({})],
    after: [finding({ at: 'a.js:2:1-2:9' })],
    added: 1,
    removed: 1,
    changed: 0,
  },
  {
    name: 'a finding with another confidence is changed',
    before: [finding({})],
    after: [finding({ confidence: 'low' })],
    added: 0,
    removed: 0,
    changed: 1,
  },
  {
    name: 'a finding that becomes suppressed is one removed and one added',
    before: [finding({})],
    after: ['app\t{"suppressed":{"rule":"ssrf","at":"a.js:1:1-1:9"}}'],
    added: 1,
    removed: 1,
    changed: 0,
  },
  { name: 'a line that occurs once more is new', before: [finding({})], after: [finding({}), finding({})], added: 1, removed: 0, changed: 0 },
  {
    name: 'a gap with another reason is one removed and one added',
    before: ['\t{"gap":"too-deep","file":"a.js"}'],
    after: ['\t{"gap":"flow-limit","file":"a.js"}'],
    added: 1,
    removed: 1,
    changed: 0,
  },
]

describe('differences of the oracle', () => {
  it.each(cases)('$name', ({ before, after, added, removed, changed }) => {
    const diff = diffLines(before, after)
    expect([diff.added.length, diff.removed.length, diff.changed.length]).toEqual([added, removed, changed])
  })
})
