import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/languages/yaml/read-document.ts'
import { parsePath } from '../../src/matchers/document/parse-path.ts'
import { selectAbsent } from '../../src/matchers/document/select-absent.ts'
import { selectValues } from '../../src/matchers/document/select-values.ts'
import { describeValues, placeOf, selectAll, toPlain } from './read-text.ts'

describe('parsing paths', () => {
  it.each([
    { name: 'keys', path: 'jobs.build-1.a/b:c@d', segments: ['jobs', 'build-1', 'a/b:c@d'] },
    { name: 'any key, any depth, items', path: '*.**[*][0][-1]', segments: ['any-key', 'descend', 'items', 0, -1] },
    { name: 'bound keys', path: '$A.$JOB_2[*]', segments: ['$A', '$JOB_2', 'items'] },
    { name: 'quoted keys', path: '"a.b"."\\"\\u0041\\\\".""', segments: ['a.b', '"A\\', ''] },
    { name: 'items of the root', path: '[*].a', segments: ['items', 'a'] },
    { name: 'depths in a row as one', path: '**.**.a', segments: ['descend', 'a'] },
  ])('reads $name', ({ path, segments }) => {
    const parsed = parsePath(path)
    const named =
      parsed.kind === 'path'
        ? parsed.segments.map((segment) =>
            'key' in segment ? segment.key : 'name' in segment ? segment.name : 'index' in segment ? segment.index : segment.kind,
          )
        : parsed
    expect(named).toEqual(segments)
  })

  it.each([
    { path: '', offset: 0 },
    { path: '.a', offset: 0 },
    { path: 'a.', offset: 2 },
    { path: 'a..b', offset: 2 },
    { path: 'a.[0]', offset: 2 },
    { path: 'a[x]', offset: 1 },
    { path: 'a[0', offset: 1 },
    { path: 'a[0]b', offset: 4 },
    { path: 'aws_*', offset: 4 },
    { path: 'a b', offset: 1 },
    { path: '$name', offset: 0 },
    { path: '$A-b', offset: 0 },
    { path: 'a."b', offset: 2 },
    { path: '"\\x"', offset: 0 },
    { path: '"a"b', offset: 3 },
    { path: '***', offset: 2 },
    { path: 'a]', offset: 1 },
  ])('refuses `$path` at $offset', ({ path, offset }) => {
    expect(parsePath(path)).toMatchObject({ kind: 'fault', offset })
  })
})

const WORKFLOW = `on: push
jobs:
  build:
    steps:
      - run: one
      - uses: x
        with: {ref: two}
  test:
    permissions: {contents: read}
    steps:
      - run: three
`

describe('selecting values', () => {
  it.each([
    { path: 'jobs.*.steps[*].run', places: ['5:14', '11:14'] },
    { path: 'jobs.build.steps[0].run', places: ['5:14'] },
    { path: 'jobs.build.steps[-1].with.ref', places: ['7:21'] },
    { path: 'jobs.build.steps[2]', places: [] },
    { path: '**.run', places: ['5:14', '11:14'] },
    { path: '**.steps.**.ref', places: ['7:21'] },
    { path: '**.**.jobs.**.**.ref', places: ['7:21'] },
    { path: 'jobs.**', places: ['3:3', '4:5', '5:7', '5:9', '5:14', '6:9', '6:15', '7:15', '7:21', '9:5', '9:18', '9:29', '11:7', '11:9', '11:14'] },
    { path: 'jobs[*].test.permissions', places: ['9:18'] },
    { path: 'on[*]', places: ['1:5'] },
    { path: 'on[-1]', places: ['1:5'] },
    { path: 'on[1]', places: [] },
    { path: 'on.push', places: [] },
    { path: 'steps', places: [] },
  ])('`$path` leads to $places in this order', ({ path, places }) => {
    expect(selectAll(readDocument(WORKFLOW), path).map(({ value }) => placeOf(WORKFLOW, value.start))).toEqual(places)
  })

  it('yields each value once, even if several paths lead to it', () => {
    const text = `${Array.from({ length: 40 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')}${' '.repeat(40)}b: 1\n`
    let steps = 0
    const parsed = parsePath('**.a.**.a.**.b')
    const [root] = readDocument(text).documents
    const values =
      parsed.kind === 'path'
        ? [
            ...selectValues(root, parsed.segments, (count) => {
              steps += count
            }),
          ]
        : []
    expect(values).toHaveLength(1)
    expect(steps).toBeLessThan(1000)
  })

  it('treats null as an empty list, and any other value as a list of one', () => {
    expect(describeValues(readDocument('a:\nb: 1\n'), 'a:\nb: 1\n', '*[*]')).toEqual([['*[*]', '2:4', '1', 1]])
  })

  it('binds keys by name', () => {
    const bound = selectAll(readDocument(WORKFLOW), 'jobs.$JOB.steps[*].$KEY').map(({ keys }) => [keys?.rest?.text, keys?.text])
    expect(bound).toEqual([
      ['build', 'run'],
      ['build', 'uses'],
      ['build', 'with'],
      ['test', 'run'],
    ])
  })
})

describe('selecting missing keys', () => {
  const absent = (text: string, path: string): string[] => {
    const parsed = parsePath(path)
    if (parsed.kind === 'fault') throw new Error(parsed.message)
    return readDocument(text).documents.flatMap((root) =>
      [...selectAbsent(root, parsed.segments, () => undefined)].map(({ value }) => placeOf(text, value.start)),
    )
  }

  it.each([
    { name: 'at the root', path: 'permissions', places: ['1:1'] },
    { name: 'not existing ones', path: 'jobs', places: [] },
    { name: 'once for each key, at the key', path: 'jobs.*.permissions', places: ['3:3'] },
    { name: 'at the deepest value that is there', path: 'jobs.*.permissions.issues', places: ['3:3', '9:5'] },
    { name: 'at scalars that should be maps', path: 'on.push.branches', places: ['1:1'] },
    { name: 'of each item', path: 'jobs.*.steps[*].with.ref', places: ['5:9', '11:9'] },
    { name: 'an item', path: 'jobs.build.steps[2]', places: ['4:5'] },
    { name: 'any item', path: 'jobs.build.needs[*]', places: ['3:3'] },
    { name: 'any key', path: 'jobs.test.permissions.*', places: [] },
    { name: 'nothing if the path to it is missing', path: 'nothing.*.permissions', places: [] },
    { name: 'of every map', path: 'jobs.build.steps.**.ref', places: ['5:9', '6:9'] },
  ])('finds it $name', ({ path, places }) => {
    expect(absent(WORKFLOW, path)).toEqual(places)
  })

  it.each([
    { name: 'a value with a tag', text: 'a: !Ref x\n' },
    { name: 'a map that a template adds to', text: 'a:\n  b: 1\n  {{- toYaml .c | nindent 2 }}\n' },
    { name: 'a value that a template fills', text: 'a:\n  {{- toYaml .c | nindent 2 }}\n' },
    { name: 'a map with an unknown merge', text: 'a:\n  <<: *x\n  b: 1\n' },
  ])('does not report $name', ({ text }) => {
    expect(absent(text, 'a.c')).toEqual([])
  })

  it('reports null and empty lists', () => {
    expect(absent('a:\nb: []\n', '*.c')).toEqual(['1:1', '2:1'])
    expect(absent('a: []\n', 'a[*]')).toEqual(['1:1'])
  })

  it('gives the keys that the path bound', () => {
    const parsed = parsePath('jobs.$JOB.permissions')
    const [root] = readDocument(WORKFLOW).documents
    const found = parsed.kind === 'path' ? [...selectAbsent(root, parsed.segments, () => undefined)] : []
    expect(found.map(({ keys, value }) => [keys?.text, Object.keys(Object(toPlain(value)))])).toEqual([['build', ['steps']]])
  })
})
