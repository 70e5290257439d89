import { beforeAll, describe, expect, test } from 'vitest'
import type { Scanner } from '../../src/model/scanner.ts'
import { ruleOf, scannerOf } from './test-rows.ts'

/** A quadratic algorithm on a file of a megabyte would run into this timeout. */
const PATIENCE = 60_000

/** Rules that query names, constants, patterns with gaps and relations everywhere. */
const RULES = [
  ruleOf('calls', { call: ['**.exec', 'eval'], arguments: { '0': { constant: false } } }, ['javascript', 'python']),
  ruleOf('sums', { pattern: '$A + $B', where: { $A: { constant: true }, $B: { constant: false } } }, ['javascript', 'python']),
  ruleOf('types', { kind: 'identifier', where: { $MATCH: { type: 'string' } } }, ['javascript', 'python']),
  ruleOf('gaps', { pattern: 'f(..., $X, ..., $X, ...)' }, ['javascript', 'python']),
  ruleOf('statements', { pattern: 'f($X)\n...\ng($X)' }, ['javascript', 'python']),
  ruleOf('objects', { pattern: '{ a: $X, a: $Y, b: $Z, ... }' }, ['javascript']),
  ruleOf('templates', { pattern: '`...${$X}...${$X}...`' }, ['javascript']),
  ruleOf('template-words', { pattern: '`...zz${$X}...`' }, ['javascript']),
  ruleOf('members', { pattern: '$X.innerHTML = $Y', where: { $Y: { constant: false } } }, ['javascript', 'python']),
  ruleOf('options', { call: 'f', keyword: { 'a.b': { any: [{ absent: true }, false] } } }, ['javascript', 'python']),
  ruleOf('inside', { call: 'f', inside: { call: 'g' } }, ['javascript', 'python']),
  ruleOf('inside-pattern', { call: 'f', inside: { pattern: 'g(q, $X, ...)' } }, ['javascript', 'python']),
  ruleOf('behind', { call: 'f', follows: { call: 'h', until: 'immediate' } }, ['javascript', 'python']),
  ruleOf('before', { call: 'f', precedes: { call: 'h', until: 'immediate' } }, ['javascript', 'python']),
  ruleOf('texts', { pattern: '$X + $Y', where: { $MATCH: { regex: 'q+z' } } }, ['javascript', 'python']),
  ruleOf('long', { call: 's', arguments: { '0': { regex: 'xxy[0-9]' } } }, ['javascript', 'python']),
  ruleOf('quoting', { call: 'q' }, ['javascript', 'python'], { message: 'Whatever is in $MATCH.' }),
]

const many = (count: number, text: (index: number) => string): string => Array.from({ length: count }, (_, index) => text(index)).join('')

describe('hostile code ends soon, with a gap or with findings', () => {
  let scanner: Scanner
  beforeAll(async () => {
    scanner = await scannerOf(RULES)
  })
  test.each<[name: string, path: string, code: string]>([
    ['nesting of calls', 'a.js', `${'f('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['nesting of calls under the limit', 'a.js', many(40, () => `${'f('.repeat(2_400)}x${')'.repeat(2_400)};\n`)],
    ['nesting of arrays', 'a.js', `x = ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['nesting of blocks that look names up', 'a.js', `var a = 1;${'{let b = a;'.repeat(2_400)}${many(50_000, () => 'exec(a);')}${'}'.repeat(2_400)}`],
    [
      'nesting of functions that declare one name',
      'a.js',
      `${'function f(a){'.repeat(1_200)}${'}'.repeat(1_200)}${many(60_000, () => 'x.exec(a);')}`,
    ],
    [
      'nesting of functions with `this`',
      'a.js',
      `class A { m() { ${'(() => {'.repeat(800)}${many(60_000, () => 'this.x(1);')}${'})'.repeat(800)} } }`,
    ],
    ['many `var`s in nested blocks', 'a.js', `${'{'.repeat(2_400)}${many(60_000, (index) => `var a${index};`)}${'}'.repeat(2_400)}`],
    ['a chain of 300,000 members', 'a.js', `x = a${'.b'.repeat(300_000)}`],
    ['chains of members under the limit', 'a.js', many(100, () => `x = a${'.b'.repeat(4_500)};\n`)],
    ['chains of calls under the limit', 'a.js', many(100, () => `a${'.exec()'.repeat(1_200)};\n`)],
    ['long sums', 'a.js', many(60, () => `x = 'a'${" + 'b'".repeat(3_000)} + y;\n`)],
    ['long sums of variables', 'a.js', many(60, () => `x = y${' + z'.repeat(4_000)};\n`)],
    [
      'doubling strings',
      'a.js',
      `const a0 = 'xxxxxxxxxxxxxxxx';\n${many(2_000, (index) => `const a${index + 1} = a${index} + a${index};\n`)}f(a2000 + y);`,
    ],
    ['doubling names', 'a.js', `${many(5_000, (index) => `const a${index + 1} = x ? a${index} : a${index}.b;\n`)}a5000.exec(y);`],
    [
      'a cycle of thousands',
      'a.js',
      `${many(5_000, (index) => `var a${index} = a${(index + 1) % 5_000};\n`)}${many(5_000, (index) => `a${index}.exec(x);\n`)}`,
    ],
    ['cycles all over', 'a.js', `var a = b || c, b = a || c, c = a || b;\n${many(50_000, () => 'a.exec(b + c);\n')}`],
    ['one name assigned often', 'a.js', `let a;\n${many(100_000, () => 'a = f;\n')}a.exec(x)`],
    ['one name in many scopes', 'a.js', `${many(40_000, () => '{let a=1;}\n')}${many(40_000, () => 'a.exec(a);\n')}`],
    ['a huge array', 'a.js', `x = [${many(150_000, () => "'a', ")}1]; f(x)`],
    ['a huge object', 'a.js', `const o = {${many(50_000, (index) => `k${index}: ${index},`)}}; ${many(10_000, (index) => `f(o.k${index});`)}`],
    ['a huge options object', 'a.js', `const o = {${many(20_000, (index) => `k${index}: ${index},`)}}; ${many(10_000, () => 'f(o);')}`],
    ['a huge call', 'a.js', `f(${many(100_000, (index) => `a${index}, `)}b)`],
    ['a huge block', 'a.js', `${many(40_000, (index) => `f(a${index});\n`)}`],
    ['a huge template', 'a.js', `x = \`${many(40_000, (index) => `a\${b${index}}`)}\``],
    ['huge patterns', 'a.js', `const {${many(50_000, (index) => `a${index}, `)}} = x; a1.exec(y)`],
    ['one key often', 'a.js', `x = {${many(100_000, () => 'a: 1,')}}`],
    ['many siblings', 'a.js', many(80_000, () => 'f(1);\n')],
    ['a call full of calls', 'a.js', `g(${many(80_000, () => 'f(1),')}1)`],
    ['an object full of spreads', 'a.js', `const o = {${many(50_000, () => '...a,')}};${many(50_000, () => 'f(o);')}`],
    ['long constants', 'a.js', `const a = '${'x'.repeat(90_000)}';${many(40_000, (index) => `s(a+'${index}');`)}`],
    ['a name behind thousands of scopes', 'a.js', `${'{let a=1;'.repeat(2_400)}${'}'.repeat(2_400)};${many(200_000, () => 'a;')}`],
    ['long findings within each other', 'a.js', `${'q('.repeat(200)}"${'x '.repeat(400_000)}"+y${')'.repeat(200)}`],
    ['holes of templates without the word', 'a.js', `x = \`${many(80_000, () => '${b}')}\`; y = 'zz'`],
    ['suppressions on one line', 'a.js', many(30_000, () => '/* assay-ignore */ q(x);')],
    ['suppressions in nested lists', 'a.js', `x = ${many(2_000, () => '[ // assay-ignore a\n')}${'y, '.repeat(200_000)}${']'.repeat(2_000)}`],
    ['broken code', 'a.js', many(20_000, () => '([{f(,')],
    ['nesting of Python', 'a.py', `x = ${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['a chain of members of Python', 'a.py', `x = a${'.b'.repeat(100_000)}`],
    ['long sums of Python', 'a.py', many(40, () => `x = 'a'${" + 'b'".repeat(3_000)} + y\n`)],
    [
      'cycles of Python',
      'a.py',
      `${many(5_000, (index) => `a${index} = a${(index + 1) % 5_000}\n`)}${many(5_000, (index) => `a${index}.exec(x)\n`)}`,
    ],
    ['one name assigned often in Python', 'a.py', `${many(60_000, () => 'a = f\n')}a.exec(x)\n`],
    [
      'nesting of functions of Python',
      'a.py',
      `${many(90, (index) => `${' '.repeat(index)}def f(a):\n`)}${many(20_000, () => `${' '.repeat(90)}a.exec(b)\n`)}`,
    ],
    ['globals of Python', 'a.py', many(20_000, () => 'def f():\n  global a\n  a = 1\n')],
    ['a huge dictionary', 'a.py', `o = {${many(50_000, (index) => `'k${index}': ${index},`)}}\n${many(10_000, (index) => `f(o['k${index}'])\n`)}`],
    ['adjacent strings', 'a.py', `x = (${"'a' ".repeat(100_000)})\nf(x)\n`],
  ])(
    '%s',
    async (name, path, code) => {
      const result = await scanner.scan([{ path, content: code.slice(0, 1_040_000) }], { includeVendored: true })
      expect(result.filesScanned, name).toBe(1)
      expect(
        result.partial.filter(({ reason }) => reason === 'rule-failed'),
        name,
      ).toEqual([])
    },
    PATIENCE,
  )
})
