import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/languages/toml/read-document.ts'
import { type ExpectedValue, placeOf, testValues, toPlain } from './read-text.ts'

const VALUES: readonly { readonly name: string; readonly text: string; readonly values: readonly ExpectedValue[] }[] = [
  {
    name: 'scalars of every type',
    text: `a = "x\\ty\\u0041"\nb = 'C:\\n'\nc = 1_000\nd = -0.5e3\ne = true\nf = 0xFF\ng = 0o17\nh = 0b11\ni = -inf\nj = 1979-05-27T07:32:00Z\nk = 1979-05-27 07:32:00.5\nl = 07:32:00\n`,
    values: [
      ['a', '1:5', '"x\\ty\\u0041"', 'x\tyA'],
      ['b', '2:5', "'C:\\n'", 'C:\\n'],
      ['c', '3:5', '1_000', 1000],
      ['d', '4:5', '-0.5e3', -500],
      ['e', '5:5', 'true', true],
      ['f', '6:5', '0xFF', 255],
      ['g', '7:5', '0o17', 15],
      ['h', '8:5', '0b11', 3],
      ['i', '9:5', '-inf', Number.NEGATIVE_INFINITY],
      ['j', '10:5', '1979-05-27T07:32:00Z', '1979-05-27T07:32:00Z'],
      ['k', '11:5', '1979-05-27 07:32:00.5', '1979-05-27 07:32:00.5'],
      ['l', '12:5', '07:32:00', '07:32:00'],
    ],
  },
  {
    name: 'strings over several lines',
    text: 'a = """\none \\\n   two\n"quoted"""""\nb = \'\'\'\n\\x\'\'\'\'\nc = 1\n',
    values: [
      ['a', '1:5', '"""\none \\\n   two\n"quoted"""""', 'one two\n"quoted""'],
      ['b', '5:5', "'''\n\\x''''", "\\x'"],
      ['c', '7:5', '1', 1],
    ],
  },
  {
    name: 'tables, tables in tables and dotted keys',
    text: '# top\n[a]\nb.c = 1 # one\nb.d = 2\n[a.e."f.g"]\nh = 3\n[ a . i ]\n"j" = 4\n',
    values: [
      ['a.b', '3:1', 'b.c = 1 # one\nb.d = 2', { c: 1, d: 2 }],
      ['a.e."f.g".h', '6:5', '3', 3],
      ['a.e."f.g"', '5:1', '[a.e."f.g"]\nh = 3', { h: 3 }],
      ['a.i.j', '8:7', '4', 4],
    ],
  },
  {
    name: 'arrays of tables are lists, even of one',
    text: '[[a]]\nb = 1\n[a.c]\nd = 2\n[[a]]\nb = 3\n[[x]]\n',
    values: [
      ['a[0].c.d', '4:5', '2', 2],
      ['a[-1]', '5:1', '[[a]]\nb = 3', { b: 3 }],
      ['x', '7:1', '[[x]]', [{}]],
    ],
  },
  {
    name: 'arrays and inline tables over several lines',
    text: 'a = [\n  1, # one\n  [2, "]"], {b = 3, c.d = [4,]},\n]\ne = {}\nf = { g = 1,\n h = 2 }\n',
    values: [
      ['a', '1:5', '[\n  1, # one\n  [2, "]"], {b = 3, c.d = [4,]},\n]', [1, [2, ']'], { b: 3, c: { d: [4] } }]],
      ['a[2].c.d[0]', '3:28', '4', 4],
      ['e', '5:5', '{}', {}],
      ['f.h', '7:6', '2', 2],
    ],
  },
  {
    name: 'CRLF',
    text: '[a]\r\nb = "c"\r\nd = """x\r\ny"""\r\n',
    values: [
      ['a.b', '2:5', '"c"', 'c'],
      ['a.d', '3:5', '"""x\r\ny"""', 'x\ny'],
    ],
  },
  {
    name: 'keys that are numbers or __proto__',
    text: '1.2 = 3\n__proto__.x = 4\n',
    values: [
      ['1.2', '1:7', '3', 3],
      ['__proto__.x', '2:15', '4', 4],
    ],
  },
]

describe('reading TOML', () => {
  testValues(readDocument, VALUES)
})

describe('broken TOML', () => {
  it.each([
    { name: 'a line without value', text: 'a = 1\nb =\nc = 3\n', faults: ['2:4'], plain: { a: 1, b: { computed: null }, c: 3 } },
    { name: 'a line without equals sign', text: 'a = 1\nhello world\nc = 3\n', faults: ['2:1'], plain: { a: 1, c: 3 } },
    { name: 'a bare string', text: 'a = hello\nc = 3\n', faults: ['1:5'], plain: { a: { computed: 'hello' }, c: 3 } },
    { name: 'a string that is not closed', text: 'a = "x\nc = 3\n', faults: ['1:5'], plain: { a: 'x', c: 3 } },
    { name: 'an array that is not closed', text: 'a = [1,\n2\nc = 3\n[d]\ne = 4\n', faults: ['1:5', '3:1'], plain: undefined },
    { name: 'an array that is not closed before a table', text: 'a = [\n  1,\n\n[d]\ne = 4\n', faults: ['1:5'], plain: { a: [1], d: { e: 4 } } },
    { name: 'a wrong bracket', text: 'a = [1}\nc = 3\n', faults: undefined, plain: undefined },
    { name: 'a header that is not closed', text: 'a = 1\n[b\nc = 3\n[d]\ne = 4\n', faults: ['2:1'], plain: { a: 1, d: { e: 4 } } },
    { name: 'a table where a value is', text: 'a = 1\n[a.b]\nc = 3\n[d]\n', faults: ['2:1'], plain: { a: 1, d: {} } },
    { name: 'text after a value', text: 'a = 1 2\nc = 3\n', faults: ['1:7'], plain: { a: 1, c: 3 } },
  ])('is read around $name', ({ text, faults, plain }) => {
    const read = readDocument(text)
    expect(read.faults.length).toBeGreaterThan(0)
    if (plain === undefined) return
    expect(read.faults.map(({ offset }) => placeOf(text, offset))).toEqual(faults)
    expect(read.documents.map(toPlain)).toEqual([plain])
  })

  // A quadratic algorithm would run into the timeout.
  it.each([
    { name: 'brackets', text: `a = ${'['.repeat(100_000)}` },
    { name: 'inline tables', text: `a = ${'{b='.repeat(100_000)}` },
    { name: 'dots', text: 'a.'.repeat(100_000) },
    { name: 'headers', text: '['.repeat(100_000) },
    { name: 'wrong brackets', text: `a = [${'}'.repeat(100_000)}` },
    { name: 'quotes', text: `${'"""\n'.repeat(50_000)}"` },
  ])('reads many $name in linear time', ({ text }) => {
    expect(readDocument(text).faults.length).toBeGreaterThan(0)
  })
})
