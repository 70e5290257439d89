import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/languages/yaml/read-document.ts'
import { describeValues, type ExpectedValue, placeOf, selectAll, testValues, toPlain } from './read-text.ts'

const VALUES: readonly { readonly name: string; readonly text: string; readonly values: readonly ExpectedValue[] }[] = [
  {
    name: 'the trigger of a workflow is the string key `on`, and version numbers are numbers',
    text: 'on:\n  push:\n    branches: [main]\nversion: 3.10\nno: yes\ntrue: 1\n8080: a\n~: b\n',
    values: [
      ['on.push.branches[0]', '3:16', 'main', 'main'],
      ['version', '4:10', '3.10', 3.1],
      ['no', '5:5', 'yes', 'yes'],
      ['true', '6:7', '1', 1],
      ['8080', '7:7', 'a', 'a'],
      ['"~"', '8:4', 'b', 'b'],
    ],
  },
  {
    name: 'scalars of the core schema are typed, quoted ones are strings',
    text: `a: 0x1F\nb: 'yes'\nc: "1"\nd: ~\ne: True\nf: 0o17\ng: .inf\nh: 1e3\ni: 2001-01-01\nj:\n`,
    values: [
      ['a', '1:4', '0x1F', 31],
      ['b', '2:4', "'yes'", 'yes'],
      ['c', '3:4', '"1"', '1'],
      ['d', '4:4', '~', null],
      ['e', '5:4', 'True', true],
      ['f', '6:4', '0o17', 15],
      ['g', '7:4', '.inf', Number.POSITIVE_INFINITY],
      ['h', '8:4', '1e3', 1000],
      ['i', '9:4', '2001-01-01', '2001-01-01'],
      ['j', '10:3', '', null],
    ],
  },
  {
    name: 'comments, blank lines and long distances do not move a value',
    text: '# first\n\na: # here\n\n  # and here\n  b: c # after\n',
    values: [['a.b', '6:6', 'c', 'c']],
  },
  {
    name: 'a block string is at its first character, whatever its header',
    text: 'run: |\n  echo 1\n  echo 2\nfold: >-\n\n  a\n  b\n\nkeep: |2+ # note\n    x\n\nend: |\nnext: 1\n',
    values: [
      ['run', '2:3', 'echo 1\n  echo 2', 'echo 1\necho 2\n'],
      ['fold', '6:3', 'a\n  b', '\na b'],
      ['keep', '10:5', 'x', '  x\n\n'],
      ['end', '12:7', '', ''],
      ['next', '13:7', '1', 1],
    ],
  },
  {
    name: 'strings over several lines',
    text: "a: one\n  two\nb: \"x\\n\\\n  y\"\nc: 'it''s\n\n  d'\n",
    values: [
      ['a', '1:4', 'one\n  two', 'one two'],
      ['b', '3:4', '"x\\n\\\n  y"', 'x\ny'],
      ['c', '5:4', "'it''s\n\n  d'", "it's\nd"],
    ],
  },
  {
    name: 'flow collections, with pairs in lists and quoted keys next to their values',
    text: '{a: [b, {c: d}, e: f], "g":1, h, i: }',
    values: [
      ['a', '1:5', '[b, {c: d}, e: f]', ['b', { c: 'd' }, { e: 'f' }]],
      ['a[1].c', '1:13', 'd', 'd'],
      ['a[-1].e', '1:20', 'f', 'f'],
      ['g', '1:28', '1', 1],
      ['h', '1:32', '', null],
    ],
  },
  {
    name: 'lists at the column of their key, and lists in lists',
    text: 'a:\n- b: 1\n  c: 2\n- - d\n  - e\n',
    values: [
      ['a[0]', '2:3', 'b: 1\n  c: 2', { b: 1, c: 2 }],
      ['a[1][1]', '5:5', 'e', 'e'],
    ],
  },
  {
    name: 'an alias has the position of its use, and its content the original positions',
    text: 'a: &x\n  b: 1\nc: *x\nd: &s text\ne: *s\n',
    values: [
      ['c', '3:4', '*x', { b: 1 }],
      ['c.b', '2:6', '1', 1],
      ['e', '5:4', '*s', 'text'],
    ],
  },
  {
    name: 'an anchor may be defined again, and one on a key counts',
    text: 'a: &x 1\nb: *x\nc: &x 2\nd: *x\n&k key: v\nf: *k\n',
    values: [
      ['b', '2:4', '*x', 1],
      ['d', '4:4', '*x', 2],
      ['f', '6:4', '*k', 'key'],
    ],
  },
  {
    name: 'merge keys merge maps and lists of maps, and explicit keys win',
    text: 'a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc:\n  <<: [*a, *b]\n  x: own\nd: {"<<": *a}\n',
    values: [
      ['c', '4:3', '<<: [*a, *b]\n  x: own', { x: 'own', y: 2, z: 4 }],
      ['c.y', '1:17', '2', 2],
      ['d."<<".x', '1:11', '1', 1],
    ],
  },
  {
    name: 'several documents, each with its own anchors',
    text: '%YAML 1.2\n---\na: &x 1\n...\n---\na: 2\n---\n- b: 3\n',
    values: [
      ['a', '3:7', '1', 1],
      ['a', '6:4', '2', 2],
      ['[0].b', '8:6', '3', 3],
    ],
  },
  {
    name: 'CRLF and CR end lines',
    text: 'a:\r\n  b: |\r\n    x\r\n    y\r\n  c: "d"\r\n',
    values: [
      ['a.b', '3:5', 'x\r\n    y', 'x\ny\n'],
      ['a.c', '5:6', '"d"', 'd'],
    ],
  },
  {
    name: 'tags of CloudFormation and Ansible keep their text, marked as computed',
    text: 'a: !Ref Secret\nb: !Sub "${A}-x"\nc: !Join ["", [x, !GetAtt r.Arn]]\nd: !vault |\n  abc\ne: !!str 12\nf: !<tag:a,2000:b> {g: 1}\n',
    values: [
      ['a', '1:9', 'Secret', { computed: 'Secret' }],
      ['b', '2:9', '"${A}-x"', { computed: '${A}-x' }],
      ['c[1]', '3:15', '[x, !GetAtt r.Arn]', ['x', { computed: 'r.Arn' }]],
      ['d', '5:3', 'abc', { computed: 'abc\n' }],
      ['e', '6:10', '12', '12'],
      ['f.g', '7:24', '1', 1],
    ],
  },
  {
    name: 'keys in quotes, long-form keys and keys that are collections',
    text: '"a.b": 1\n? long\n: 2\n? [x, y]\n: 3\n\'it\'\'s\': 4\n"\\u0063": 5\n',
    values: [
      ['"a.b"', '1:8', '1', 1],
      ['long', '3:3', '2', 2],
      ['"[x, y]"', '5:3', '3', 3],
      ['"it\'s"', '6:10', '4', 4],
      ['c', '7:11', '5', 5],
    ],
  },
  {
    name: 'keys that occur twice are both there',
    text: 'a: 1\na: 2\n',
    values: [
      ['a', '1:4', '1', 1],
      ['a', '2:4', '2', 2],
    ],
  },
  { name: 'characters outside the basic plane count two', text: '{"😀": 😀, b: c}\n', values: [['b', '1:15', 'c', 'c']] },
]

describe('reading YAML', () => {
  testValues(readDocument, VALUES)

  it('reads an empty file, comments alone and empty documents', () => {
    expect(readDocument('')).toEqual({ documents: [], faults: [] })
    expect(readDocument('# nothing\n')).toEqual({ documents: [], faults: [] })
    expect(readDocument('---\n---\n').documents.map(toPlain)).toEqual([null, null])
  })
})

const HELM = `{{- if .Values.enabled }}
{{- /* a note
over lines */ -}}
metadata:
  name: {{ include "x.name" . }}
  labels:
    {{- include "x.labels" . | nindent 4 }}
  annotations:
    a: b
    {{- toYaml .Values.annotations | nindent 4 }}
spec:
  replicas: {{ .Values.n }}
  containers:
    {{- range .Values.all }}
    - image: "{{ .image }}:{{ .tag }}" # {{ note }}
      privileged: true
      {{ .key }}: value
    {{- end }}
{{- end }}
`

describe('reading templates', () => {
  it('reads a Helm chart around its template tags, and reports that once', () => {
    const read = readDocument(HELM)
    expect(read.faults.map(({ offset }) => placeOf(HELM, offset))).toEqual(['1:1'])
    expect(describeValues(read, HELM, 'spec.**.privileged')).toEqual([['spec.**.privileged', '16:19', 'true', true]])
    expect(read.documents.map(toPlain)).toEqual([
      {
        metadata: { name: { computed: '{{ include "x.name" . }}' }, labels: { computed: null }, annotations: { a: 'b' } },
        spec: {
          replicas: { computed: '{{ .Values.n }}' },
          containers: [{ image: { computed: '{{ .image }}:{{ .tag }}' }, privileged: true, '{{ .key }}': 'value' }],
        },
      },
    ])
  })

  it.each([
    { name: 'a map that a tag adds to is open', path: 'metadata.annotations', open: true },
    { name: 'a map with a key that is a tag is open', path: 'spec.containers[0]', open: true },
    { name: 'a map whose tags are all within its values is not', path: 'metadata', open: undefined },
  ])('$name', ({ path, open }) => {
    const [{ value }] = selectAll(readDocument(HELM), path)
    expect(value.kind === 'map' ? value.open : 'no map').toBe(open)
  })

  it.each([
    { name: 'expressions of workflows', text: 'run: echo ${{ github.ref }}\nif: ${{ a }}\n' },
    { name: 'Jinja in quotes', text: 'msg: "{{ password }}"\n' },
    { name: 'tags in block strings', text: 'data: |\n  {{ a }}\n  {% if x %}\n' },
    { name: 'flow maps', text: 'a: { b: {} }\nc: {{ d: e }: f}\n'.slice(0, 13) },
  ])('reads $name as YAML', ({ text }) => {
    const read = readDocument(text)
    expect(read.faults).toEqual([])
    expect(JSON.stringify(read.documents)).not.toContain('computed')
  })

  it('reads the rest of a file of Jinja', () => {
    const text = '{% set a = 1 %}\nx: {{ a }}\n{% for b in c %}\ny: 1\n{% endfor %}\n'
    expect(readDocument(text).documents.map(toPlain)).toEqual([{ x: { computed: '{{ a }}' }, y: 1 }])
  })
})

describe('broken YAML', () => {
  it.each([
    { name: 'a bracket that is not closed', text: 'a: [1, 2\nb: 3\nc: 4\n', path: 'a[0]', places: ['1:5'] },
    { name: 'a quote that is not closed', text: 'a: 1\nb: "x\nc: 3\n', path: 'a', places: ['1:4'] },
    { name: 'a tab as indentation', text: 'a:\n  b: 1\n\tc: 2\nd: 3\n', path: 'a.b', places: ['2:6'] },
    { name: 'indentation that fits nowhere', text: 'a:\n    b: 1\n  c: 2\nd: 3\n', path: 'd', places: ['4:4'] },
    { name: 'text between entries', text: 'a: 1\nhello world\nb: 2\n', path: 'a', places: ['1:4'] },
    { name: 'an alias without anchor', text: 'a: *nope\nb: 1\n', path: 'b', places: ['2:4'] },
    { name: 'an alias within its own anchor', text: 'a: &a\n  b: *a\n  c: 1\n', path: 'a.c', places: ['3:6'] },
  ])('is read around $name', ({ text, path, places }) => {
    const read = readDocument(text)
    expect(read.faults.length).toBeGreaterThan(0)
    expect(selectAll(read, path).map(({ value }) => placeOf(text, value.start))).toEqual(places)
  })

  it('never quotes the source in a fault', () => {
    const { faults } = readDocument('a: *hunter2\n}hunter2\n- "hunter2\n')
    expect(faults.length).toBeGreaterThan(0)
    expect(JSON.stringify(faults)).not.toContain('hunter2')
  })

  it('does not follow a bomb of aliases', () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) =>
        `a${level}: &a${level} [${
          level === 0
            ? 'x'
            : Array(9)
                .fill(`*a${level - 1}`)
                .join(', ')
        }]`,
    )
    const read = readDocument(levels.join('\n'))
    expect(read.faults.length).toBeGreaterThan(0)
    expect(selectAll(read, '**').length).toBeLessThan(200_000)
  })

  // A quadratic algorithm would run into the timeout.
  it.each([
    { name: 'brackets', text: '['.repeat(100_000) },
    { name: 'braces', text: '{a: '.repeat(50_000) },
    { name: 'lists in lists', text: '- '.repeat(50_000) },
    { name: 'keys in keys', text: '? '.repeat(50_000) },
    { name: 'maps in maps', text: Array.from({ length: 1500 }, (_, level) => `${' '.repeat(level)}a:`).join('\n') },
    { name: 'closed brackets', text: '['.repeat(50_000) + ']'.repeat(50_000) },
    { name: 'closing brackets', text: ']'.repeat(100_000) },
    { name: 'tags of templates', text: `a: b: ${'{{a}}'.repeat(20_000)}` },
  ])('reads many $name in linear time', ({ text }) => {
    const { faults } = readDocument(text)
    expect(faults.length).toBeGreaterThan(0)
  })
})
