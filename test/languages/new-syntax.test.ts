import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scanner } from '../../src/model/scanner.ts'
import { createTestScanner } from '../scanner/scan-rules.ts'

let scanner: Scanner
beforeAll(async () => {
  scanner = await createTestScanner()
})
afterAll(() => scanner.close())

/** Scans code between two calls that are found. */
async function scanBetween(path: string, code: string): Promise<{ lines: number[]; gaps: string[] }> {
  const { findings, partial } = await scanner.scan([{ path, content: `eval(a)\n${code}\neval(b)\n` }])
  return { lines: findings.map(({ line }) => line), gaps: partial.map(({ reason, line }) => `${reason} ${line}`) }
}

const TYPESCRIPT = [
  "export type * from './a'",
  "export type * as ns from './a'",
  'interface A<in T> {}',
  'interface A<in out T, out U extends B = C> {}',
  'class A<in T, const U> {}',
  'function f<const T>(x: T) {}',
  "import defer * as a from './a'",
  "import source a from './a.wasm'",
  "import defer from 'defer'; import { defer, type B } from 'rxjs'",
  "const b = import.defer('./a')",
  'class A { static accessor x: number = 1; @dec accessor y = 2; private accessor z; accessor #w = 1 }',
  'class A { accessor: string }',
  'abstract class A { abstract accessor x: number; abstract get y(): string }',
  'const a = { x: 1 } as const satisfies C',
  'using a = b(); await using c = d()',
  'for (using a of b) {}',
  'async () => { for await (await using a of b) {} }',
  'let using = 1; using.foo()',
  'let as = 2',
  'const enum A { B = 1 << 2 }',
  "import a from './a.json' with { type: 'json' }",
  "export * from './a.json' with { type: 'json' }",
  "export { a } from './a.json' with { type: 'json' }",
  'const r = /[\\p{L}--[a-z]]/v',
  'export @dec class A { @dec() m(@dec() x: string) {} @dec static s = 2 }',
  'export default @dec class A {}',
  "type A = import('a').B<C>",
  'class A { static [key: string]: number; [key: string]: string }',
  'const q = sql<User[]>`select`',
]

const ELEMENTS = [
  '<h1>Terms & Conditions</h1>',
  '<p>Tom & <b>Jerry</b></p>',
  '<p>{a} & {b}</p>',
  '<p className="x">A & {b}</p>',
  "<p>don't & won't</p>",
  '<p>&copy 2024 R&D; AT&T</p>',
  '<a href="?a=1&b=2">x</a>',
  "<a title='&'>x</a>",
  '<p>a &amp; b &lt; c & d</p>',
]

const JAVASCRIPT = [
  "import defer * as a from './a'",
  "import source a from './a.wasm'",
  'class A { static accessor x = 1; @dec accessor y = 2; accessor #w = 1 }',
  "import a from './a.json' assert { type: 'json' }",
  "export { a } from './a.json' with { type: 'json' }",
  'let using = 1; using.foo()',
  "import.defer('x')",
  'const x = <this.Part />',
]

const PYTHON = [
  "x = f'{a['b']} {f\"{c}\"} {d!r:>{w}} {e=}'",
  'type X[T: int, *Ts, **P] = list[T]',
  'type X[T = int] = list[T]',
  'def f[T: int = str, *Ts, **P](x: T) -> T: ...',
  'class A[T = dict[str, int]](B): ...',
  'match x:\n  case {"k": [1, *_], **rest} if c: pass\n  case A(b=c) | None as d: pass',
  'try: pass\nexcept* A as e: pass',
  'try: pass\nexcept A, B: pass',
  'try: pass\nexcept* A, B: pass',
  "x = t'hello {name!r:>{w}}'",
  'lazy import a\nlazy from b import c',
  'type = match = case = lazy = 1',
]

const CASES = [
  ...TYPESCRIPT.map((code) => ({ path: 'a.ts', code })),
  ...ELEMENTS.flatMap((code) => ['a.tsx', 'a.jsx'].map((path) => ({ path, code: `const c = ${code}` }))),
  ...JAVASCRIPT.map((code) => ({ path: 'a.js', code })),
  ...PYTHON.map((code) => ({ path: 'a.py', code })),
]

describe('syntax that the language has is no error', () => {
  test.each(CASES)('$code in $path', async ({ path, code }) => {
    expect(await scanBetween(path, code)).toEqual({ lines: [1, code.split('\n').length + 2], gaps: [] })
  })
})

describe('an error stays one', () => {
  test.each([
    { path: 'a.ts', code: 'export type = from' },
    { path: 'a.ts', code: 'interface A<in out> in {' },
    { path: 'a.tsx', code: 'const c = <p>a & b' },
    { path: 'a.js', code: 'import defer defer * as a' },
    { path: 'a.py', code: 'class A[T = ](' },
    { path: 'a.py', code: 'x = !ls' },
  ])('$code in $path', async ({ path, code }) => {
    expect((await scanBetween(path, code)).gaps).toEqual([expect.stringContaining('syntax-error')])
  })
})
