import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/languages/json/read-document.ts'
import { type ExpectedValue, placeOf, selectAll, testValues, toPlain } from './read-text.ts'

const VALUES: readonly { readonly name: string; readonly text: string; readonly values: readonly ExpectedValue[] }[] = [
  {
    name: 'scalars of every type',
    text: '{"a": 1, "b": -2.5e3, "c": true,\n "d": null, "e": "x", "f": [], "g": {}}',
    values: [
      ['a', '1:7', '1', 1],
      ['b', '1:15', '-2.5e3', -2500],
      ['c', '1:28', 'true', true],
      ['d', '2:7', 'null', null],
      ['e', '2:18', '"x"', 'x'],
      ['f', '2:28', '[]', []],
      ['g', '2:37', '{}', {}],
    ],
  },
  {
    name: 'escapes in values and keys',
    text: String.raw`{"a\u002eb": "\"\\\/\b\f\n\r\t\u0041\ud83d\ude00", "\"": 1}`,
    values: [
      ['"a.b"', '1:14', String.raw`"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00"`, '"\\/\b\f\n\r\tA😀'],
      ['"\\""', '1:58', '1', 1],
    ],
  },
  {
    name: 'comments and trailing commas of settings files',
    text: '// one\n{\n  /* two\n  */ "a": [1, 2,], // "a": 3\n  "b": "// no comment",\n}\n',
    values: [
      ['a', '4:11', '[1, 2,]', [1, 2]],
      ['b', '5:8', '"// no comment"', '// no comment'],
    ],
  },
  {
    name: 'the quoting and numbers of JSON5',
    text: "{a: 'it\\'s', $b_1: +1, c: .5, d: 0xfF, e: -Infinity, 'f': 'x\\\ny'}",
    values: [
      ['a', '1:5', "'it\\'s'", "it's"],
      ['"$b_1"', '1:20', '+1', 1],
      ['c', '1:27', '.5', 0.5],
      ['d', '1:34', '0xfF', 255],
      ['e', '1:43', '-Infinity', Number.NEGATIVE_INFINITY],
      ['f', '1:59', "'x\\\ny'", 'xy'],
    ],
  },
  {
    name: 'keys that occur twice are both there',
    text: '{"a": 1, "a": 2}',
    values: [
      ['a', '1:7', '1', 1],
      ['a', '1:15', '2', 2],
    ],
  },
  { name: 'CRLF ends lines', text: '{\r\n  "a": "b"\r\n}\r\n', values: [['a', '2:8', '"b"', 'b']] },
  {
    name: 'lines of values are documents',
    text: '{"a": 1}\n{"a": 2}\n',
    values: [
      ['a', '1:7', '1', 1],
      ['a', '2:7', '2', 2],
    ],
  },
  { name: 'a key called __proto__ is a key', text: '{"__proto__": {"x": 1}}', values: [['__proto__.x', '1:21', '1', 1]] },
]

describe('reading JSON', () => {
  testValues(readDocument, VALUES)
})

describe('broken JSON', () => {
  it.each([
    { name: 'a missing comma', text: '{"a": 1 "b": 2}', faults: ['1:9'], plain: [{ a: 1, b: 2 }] },
    { name: 'a missing colon', text: '{"a" 1, "b": 2}', faults: ['1:6'], plain: [{ a: 1, b: 2 }] },
    { name: 'a missing value', text: '{"a": , "b": 2}', faults: ['1:7'], plain: [{ a: { computed: null }, b: 2 }] },
    { name: 'two commas', text: '[1,, 2]', faults: ['1:4'], plain: [[1, 2]] },
    { name: 'a quote that is not closed', text: '{"a": "x\n, "b": 2}', faults: ['1:7'], plain: [{ a: 'x', b: 2 }] },
    { name: 'an array closed as an object', text: '{"a": [1}, "b": 2}', faults: ['1:7', '1:10', '1:12', '1:15', '1:17', '1:18'], plain: undefined },
    { name: 'a stray bracket', text: '{"a": {]}, "b": 2}', faults: ['1:8'], plain: [{ a: {}, b: 2 }] },
    { name: 'an end too early', text: '{"a": {"b": [1', faults: ['1:1', '1:7', '1:13'], plain: [{ a: { b: [1] } }] },
    { name: 'a template', text: '{"a": {{ x }}, "b": 2}', faults: undefined, plain: undefined },
    { name: 'a bare word', text: '{"a": None, "b": 2}', faults: ['1:7'], plain: [{ a: { computed: 'None' }, b: 2 }] },
    { name: 'a comment that is not closed', text: '{"a": 1 /* x', faults: ['1:1', '1:9'], plain: [{ a: 1 }] },
  ])('is read around $name', ({ text, faults, plain }) => {
    const read = readDocument(text)
    expect(read.faults.length).toBeGreaterThan(0)
    if (plain !== undefined) {
      expect(read.faults.map(({ offset }) => placeOf(text, offset))).toEqual(faults)
      expect(read.documents.map(toPlain)).toEqual(plain)
    }
  })

  it('never quotes the source in a fault', () => {
    const { faults } = readDocument('{hunter2 hunter2: "hunter2')
    expect(faults.length).toBeGreaterThan(0)
    expect(JSON.stringify(faults)).not.toContain('hunter2')
  })

  // A quadratic algorithm would run into the timeout.
  it.each([
    { name: 'brackets', text: '['.repeat(100_000) },
    { name: 'objects', text: '{"a":'.repeat(100_000) },
    { name: 'closed brackets', text: '['.repeat(50_000) + ']'.repeat(50_000) },
    { name: 'comments', text: '/*'.repeat(100_000) },
    { name: 'quotes', text: '"\n'.repeat(100_000) },
    { name: 'pairs of wrong brackets', text: '[}'.repeat(100_000) },
  ])('reads many $name in linear time', ({ text }) => {
    expect(readDocument(text).faults.length).toBeGreaterThan(0)
  })

  it('reads the text before and after a value that is nested too deeply', () => {
    const read = readDocument(`{"a": 1, "b": ${'['.repeat(5000)}"]"${']'.repeat(5000)}, "c": 3}`)
    expect(selectAll(read, 'c').map(({ value }) => toPlain(value))).toEqual([3])
    expect(read.faults).toHaveLength(1)
  })
})
