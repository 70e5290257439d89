import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/languages/env/read-document.ts'
import { type ExpectedValue, placeOf, testValues, toPlain } from './read-text.ts'

const VALUES: readonly { readonly name: string; readonly text: string; readonly values: readonly ExpectedValue[] }[] = [
  {
    name: 'bare values, with comments and blanks around',
    text: '# one\nA=b\n  B = c d  # two\nC=a#b\nexport D=e\nE: f\nF=\nG=   \nH.I-J=1\nexport K\n',
    values: [
      ['A', '2:3', 'b', 'b'],
      ['B', '3:7', 'c d', 'c d'],
      ['C', '4:3', 'a#b', 'a#b'],
      ['D', '5:10', 'e', 'e'],
      ['E', '6:4', 'f', 'f'],
      ['F', '7:3', '', ''],
      ['"H.I-J"', '9:7', '1', '1'],
      ['K', '10:9', '', null],
    ],
  },
  {
    name: 'quotes of three kinds',
    text: 'A="x\\ny \\"z\\" # \\q" # note\nB=\'it # "is" \\n\'\nC=`a\'b"c`\n',
    values: [
      ['A', '1:3', '"x\\ny \\"z\\" # \\q"', 'x\ny "z" # \\q'],
      ['B', '2:3', '\'it # "is" \\n\'', 'it # "is" \\n'],
      ['C', '3:3', '`a\'b"c`', 'a\'b"c'],
    ],
  },
  {
    name: 'quoted values over several lines',
    text: 'KEY="-----BEGIN\nabc=\n-----END"\nNEXT=1\n',
    values: [
      ['KEY', '1:5', '"-----BEGIN\nabc=\n-----END"', '-----BEGIN\nabc=\n-----END'],
      ['NEXT', '4:6', '1', '1'],
    ],
  },
  {
    name: 'variables and commands are computed, a dollar in a password is not',
    text: 'A=${B}-x\nB="$(id)"\nC=\'${D}\'\nD=pa$$w0rd\nE=$F\nG="\\${H}"\n',
    values: [
      ['A', '1:3', '${B}-x', { computed: '${B}-x' }],
      ['B', '2:3', '"$(id)"', { computed: '$(id)' }],
      ['C', '3:3', "'${D}'", '${D}'],
      ['D', '4:3', 'pa$$w0rd', 'pa$$w0rd'],
      ['E', '5:3', '$F', { computed: '$F' }],
      ['G', '6:3', '"\\${H}"', '${H}'],
    ],
  },
  {
    name: 'CRLF',
    text: 'A=b\r\nC="d"\r\n',
    values: [
      ['A', '1:3', 'b', 'b'],
      ['C', '2:3', '"d"', 'd'],
    ],
  },
]

describe('reading environment files', () => {
  testValues(readDocument, VALUES)

  it.each([
    { name: 'a line of words', text: 'A=1\nhello world\nB=2\n', faults: ['2:1'], plain: { A: '1', B: '2' } },
    { name: 'a quote that is not closed', text: 'A="x\nB=2\n', faults: ['1:3'], plain: { A: '"x', B: '2' } },
    { name: 'text after a quote', text: 'A="x" y\nB=2\n', faults: ['1:6'], plain: { A: 'x', B: '2' } },
    { name: 'shell code', text: 'if [ x ]; then\nA=1\nfi\n', faults: ['1:1'], plain: { A: '1', fi: null } },
  ])('is read around $name', ({ text, faults, plain }) => {
    const read = readDocument(text)
    expect(read.faults.map(({ offset }) => placeOf(text, offset))).toEqual(faults)
    expect(read.documents.map(toPlain)).toEqual([plain])
  })

  it('never quotes the source in a fault', () => {
    const { faults } = readDocument('hunter2 hunter2\nA="hunter2\n')
    expect(faults).toHaveLength(2)
    expect(JSON.stringify(faults)).not.toContain('hunter2')
  })
})
