import { describe, expect, it } from 'vitest'
import { createSourceReader, listMasks, type Finding } from '../../src/index.ts'
import { SAMPLE } from './sample-result.ts'

const SECRET: Finding = { ...SAMPLE.findings[0], category: 'secrets', cwe: ['CWE-798'], file: 'a.js' }
const TEXT = "const key = 'abcdefghijklmnop'\nconst pem = `-----BEGIN\r\nline two\r\n-----END`; ok()\n"

describe('listMasks', () => {
  it.each([
    {
      name: 'a secret within a line',
      place: { line: 1, column: 14, endLine: 1, endColumn: 30 },
      masks: [{ line: 1, column: 14, endColumn: 30, text: 'abcd…' }],
    },
    {
      name: 'a secret over several lines, line by line',
      place: { line: 2, column: 14, endLine: 4, endColumn: 9 },
      masks: [
        { line: 2, column: 14, endColumn: Number.POSITIVE_INFINITY, text: '----…' },
        { line: 3, column: 1, endColumn: Number.POSITIVE_INFINITY, text: '…' },
        { line: 4, column: 1, endColumn: 9, text: '…' },
      ],
    },
    {
      name: 'nothing of a finding that is not about secrets',
      place: { line: 1, column: 1, endLine: 1, endColumn: 6, category: 'injection', cwe: [] },
      masks: [],
    },
  ])('masks $name', ({ place, masks }) => {
    const source = createSourceReader(() => TEXT, [{ ...SECRET, ...place }])('a.js')
    expect(source && listMasks(source)).toEqual(masks)
  })

  it('has no masks in a missing file', () => {
    expect(createSourceReader(() => undefined, [SECRET])('a.js')).toBeUndefined()
  })
})
