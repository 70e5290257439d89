import { expect, it } from 'vitest'
import { updateMarkers } from '../../src/testing/index.ts'

const unexpected = (file: string, line: number, marker?: number) => ({
  kind: 'unexpected' as const,
  rule: 'rule-a',
  file,
  line,
  ...(marker !== undefined && { marker }),
})
const missed = (file: string, line: number, marker: number) => ({ kind: 'missed' as const, rule: 'rule-a', file, line, marker })

it.each([
  {
    name: 'adds a marker with the indentation of the line',
    path: 'a.js',
    before: 'if (x) {\n  bad()\n}\n',
    difference: unexpected('a.js', 2),
    after: 'if (x) {\n  // ruleid: rule-a\n  bad()\n}\n',
  },
  {
    name: 'uses the comments of the language',
    path: 'a.py',
    before: 'bad()\n',
    difference: unexpected('a.py', 1),
    after: '# ruleid: rule-a\nbad()\n',
  },
  {
    name: 'replaces `ok`',
    path: 'a.js',
    before: '// ok: rule-a\nbad()\n',
    difference: unexpected('a.js', 2, 1),
    after: '// ruleid: rule-a\nbad()\n',
  },
  {
    name: 'removes the marker of a line that is not reported',
    path: 'a.js',
    before: 'x()\n// ruleid: rule-a\ngood()\n',
    difference: missed('a.js', 3, 2),
    after: 'x()\ngood()\n',
  },
  {
    name: 'keeps the other rules of a marker',
    path: 'a.js',
    before: '// ruleid: rule-b, rule-a -- both\ngood()\n',
    difference: missed('a.js', 2, 1),
    after: '// ruleid: rule-b -- both\ngood()\n',
  },
  {
    name: 'keeps line ends of Windows',
    path: 'a.js',
    before: 'bad()\r\nx()\r\n',
    difference: unexpected('a.js', 1),
    after: '// ruleid: rule-a\r\nbad()\r\nx()\r\n',
  },
])('$name', ({ path, before, difference, after }) => {
  expect(updateMarkers([{ path, content: before }], [difference])).toEqual([{ path, content: after }])
})

it('writes the markers of a file without comments beside it', () => {
  const files = [
    { path: 'a.json', content: '{\n"x": 1\n}' },
    { path: 'b.json', content: '{}' },
    { path: 'b.json.expect', content: '# why\n1 ruleid: rule-a\n' },
  ]
  expect(updateMarkers(files, [unexpected('a.json', 2), missed('b.json', 1, 2)])).toEqual([
    { path: 'a.json.expect', content: '2 ruleid: rule-a\n' },
    { path: 'b.json.expect', content: '# why\n' },
  ])
})

it('leaves files without differences alone', () => {
  expect(updateMarkers([{ path: 'a.js', content: 'x\n' }], [])).toEqual([])
})
