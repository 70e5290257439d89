import { expect, test } from 'vitest'
import { dropCovered } from '../../src/scan/drop-covered.ts'
import type { Finding } from '../../src/model/finding.ts'

const RULE = { severity: 'high', title: '', description: '', confidence: 'high', category: '', cwe: [], owasp: [], references: [] } as const

/** `rule@column-endColumn`, all on one line. */
function finding(written: string): Finding {
  const [rule, column, endColumn] = written.split(/[@-]/)
  return { ...RULE, id: written, rule, file: 'a.js', line: 1, endLine: 1, column: Number(column), endColumn: Number(endColumn) }
}

test.each([
  { name: 'one within the other', found: ['a@1-9', 'b@3-5'], left: ['b@3-5'] },
  { name: 'one around the other', found: ['a@3-5', 'b@1-9'], left: ['b@1-9'] },
  { name: 'one beside the other', found: ['a@1-3', 'b@3-5'], left: ['a@1-3', 'b@3-5'] },
  { name: 'a rule that yields to neither', found: ['c@1-9', 'b@3-5'], left: ['c@1-9', 'b@3-5'] },
  { name: 'rules that yield to each other, of which one stays', found: ['d@1-9', 'e@1-9'], left: ['e@1-9'] },
])('$name', ({ found, left }) => {
  const yieldsTo = new Map([
    ['a', ['b']],
    ['d', ['e']],
    ['e', ['d']],
  ])
  expect(dropCovered(found.map(finding), { yieldsTo, lastOnly: new Set() }, new Set()).map(({ id }) => id)).toEqual(left)
})
