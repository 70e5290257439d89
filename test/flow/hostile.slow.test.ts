import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scanner } from '../../src/model/scanner.ts'
import { reportedPlaces } from './reported-places.ts'
import { createScanner } from '../../src/node/index.ts'

/** A quadratic algorithm would run into this timeout. */
const PATIENCE = 60_000

const JS = "const express = require('express'); const { exec } = require('child_process'); const app = express();\n"
const PY = "from flask import Flask, request\nimport os\napp = Flask(__name__)\n@app.route('/')\ndef index():\n    src = request.args.get('a')\n"

const many = (count: number, text: (index: number) => string): string => Array.from({ length: count }, (_, index) => text(index)).join('')
const inHandler = (before: string, body: string): string => `${JS}${before}app.get('/', (req, res) => { ${body} })`
const pick = (index: number, from: readonly string[]): string => from[index % from.length]
const MOVES = ['y = x', 'z = y', 'x = z', 'exec(z)']

/** Programs with findings if everything is followed. In the others a bound may be reached. */
const ROWS: readonly (readonly [name: string, path: string, code: string, findings?: number])[] = [
  [
    'functions that call each other',
    'a.js',
    inHandler(
      many(2_000, (i) => `function f${i}(a) { return f${(i * 7 + 1) % 2_000}(f${(i * 13 + 5) % 2_000}(a)) }\n`),
      'exec(f0(req.query.a))',
    ),
  ],
  [
    'thousands of parameters',
    'a.js',
    inHandler(
      `function f(${many(3_000, (i) => `p${i},`)} z) { ${many(3_000, (i) => `exec(p${i});`)} }\n`,
      `f(${many(3_000, () => 'req.query.a,')} 1)`,
    ),
  ],
  ['calls within calls', 'a.js', inHandler('', `exec(${'g('.repeat(2_000)}req.query.a${')'.repeat(2_000)})`)],
  [
    'functions within functions',
    'a.js',
    inHandler('', `${many(1_200, (i) => `(function f${i}(a) { `)}exec(req.query.a)${'})(req.query.b)'.repeat(1_200)}`),
  ],
  ['a huge object', 'a.js', inHandler('', `const o = {${many(5_000, (i) => `k${i}: req.query.a,`)}}; ${many(2_000, (i) => `exec(o.k${i});`)}`)],
  [
    'a deep object',
    'a.js',
    inHandler('', `const o = ${many(1_000, (i) => `{k${i}: `)}req.query.a${'}'.repeat(1_000)}; exec(o${many(1_000, (i) => `.k${i}`)})`),
  ],
  [
    'a comparison with thousands of alternatives',
    'a.js',
    inHandler(
      `const isKnown = (k) => k === 'a'${many(3_000, (i) => ` || k === B${i}`)}${many(500, (i) => ` || ${pick(i, ['k.host', 'own(k)', 'LIST.includes(k)', 'net.isIP(k)'])} === ${i}`)}\n`,
      'if (isKnown(req.query.a)) return; exec(req.query.a)',
    ),
  ],
  [
    'a comparison with thousands of conditions',
    'a.js',
    inHandler(
      '',
      `const x = req.query.a; if (x.host !== 'a'${many(3_000, (i) => ` && x.host !== B${i} && (x === ${i} || own(x))`)}) return; exec(x)`,
    ),
  ],
  [
    'a comparison with thousands of alternatives, in Python',
    'a.py',
    `${PY}    if src == 'a'${many(3_000, (i) => ` or src == B${i} or own(src)`)}:\n        return ''\n    os.system(src)\n`,
  ],
  [
    'a read of a part of a value with many parts',
    'a.js',
    inHandler(
      '',
      `const path = require('path'); const p0 = req.query.a; ${many(8, (i) => `const p${i + 1} = path.join(${many(30, () => `p${i}, `)} '.');`)} if (p8 === 'x' || path.relative(p8, p7) === 'y') return; exec(p0)`,
    ),
  ],
  [
    'a huge switch',
    'a.js',
    inHandler('', `let x = req.query.a; switch (req.query.b) { ${many(10_000, (i) => `case ${i}: x = x + ${i}; break;`)} } exec(x)`),
    1,
  ],
  [
    'a switch that falls through',
    'a.js',
    inHandler('', `let x = req.query.a; switch (req.query.b) { ${many(10_000, (i) => `case ${i}: x = x + ${i};`)} } exec(x)`),
  ],
  [
    'thousands of closures',
    'a.js',
    inHandler('', `let x = req.query.a; ${many(3_000, (i) => `const c${i} = () => { x = x + c${(i + 1) % 3_000}(); return x };`)} exec(c0())`),
    1,
  ],
  ['one variable assigned often', 'a.js', inHandler('', `let x = req.query.a; ${many(50_000, () => 'x = x + 1;')} exec(x)`)],
  ['fields assigned often', 'a.js', inHandler('', `let x = {}; ${many(5_000, (i) => `x.f${i} = req.query.a;`)} exec(x.f7)`)],
  ['a chain of promises', 'a.js', inHandler('', `Promise.resolve(req.query.a)${many(2_000, () => '.then((v) => v + 1)')}.then((v) => exec(v))`)],
  [
    'mutual recursion',
    'a.js',
    inHandler(
      many(2_000, (i) => `function f${i}(a, b) { if (a) return f${(i + 1) % 2_000}(b, a); return b }\n`),
      'exec(f0(req.query.a))',
    ),
  ],
  [
    'one function called often',
    'a.js',
    inHandler(
      'function run(c) { exec(c); return c }\n',
      many(2_000, (i) => `run(req.query.a${i});`),
    ),
  ],
  [
    'a hierarchy of classes',
    'a.js',
    inHandler(
      `class C0 { run(a) { exec(a) } }\n${many(2_000, (i) => `class C${i + 1} extends C${i} { m${i}(a) { this.run(a); super.run(a) } }\n`)}`,
      'new C2000().run(req.query.a)',
    ),
  ],
  [
    'functions that each call the next',
    'a.js',
    inHandler(
      many(10_000, (i) => `function f${i}(a) { ${i === 9_999 ? 'exec(a)' : `f${i + 1}(a)`} }\n`),
      'f0(req.query.a)',
    ),
  ],
  ['a huge sum', 'a.js', inHandler('', `exec('a' ${many(2_000, (i) => `+ req.query.a${i}`)})`)],
  ['a huge template', 'a.js', inHandler('', `exec(\`${many(5_000, () => '${req.query.a}')}\`)`)],
  [
    'a state machine',
    'a.js',
    inHandler(
      '',
      `let s = 0, x = req.query.a, y, z; while (true) { switch (s) { ${many(4_000, (i) => `case ${i}: s = ${(i * 7) % 4_000}; ${pick(i, MOVES)}; continue;`)} } }`,
    ),
    1_000,
  ],
  [
    'thousands of branches',
    'a.js',
    inHandler('', `let x = req.query.a, y = 1, z; ${many(4_000, (i) => `if (a${i}) { ${pick(i, MOVES)} }\n`)}`),
    1_000,
  ],
  [
    'loops within loops',
    'a.js',
    inHandler('', `let x = req.query.a, y; ${'while (q) { y = x; x = y + 1; '.repeat(1_500)} exec(x) ${'}'.repeat(1_500)}`),
  ],
  [
    'lists taken apart',
    'a.js',
    inHandler('', `let a = req.query.a, b = 1, c = 2; while (q) { ${many(5_000, () => '[a, b, c] = [b, c, a];')} } exec(a)`),
  ],
  ['a linked list', 'a.js', inHandler('', `let a = req.query; while (q) { ${many(10_000, () => 'a = a.next;')} } exec(a)`), 1],
  ['one variable assigned often in Python', 'a.py', `${PY}${many(20_000, () => "    src = src + 'a'\n")}    os.system(src)\n`],
  [
    'thousands of branches in Python',
    'a.py',
    `${PY}${many(4_000, (i) => `    if a${i}: ${pick(i, ['y = src', 'z = y', 'src = z', 'os.system(z)'])}\n`)}`,
    1_000,
  ],
  ['comprehensions of Python', 'a.py', `${PY}${many(4_000, () => '    src = [x for x in src if x for y in x]\n')}    os.system(src)\n`, 1],
]

describe('data flow through hostile code ends soon, with findings or with a gap', () => {
  let scanner: Scanner
  beforeAll(async () => {
    scanner = await createScanner({ packs: ['full'] })
  }, PATIENCE)
  afterAll(() => scanner.close())

  test.each(ROWS.map(([name, path, content, findings]) => ({ name, path, content, findings })))(
    '$name',
    async ({ path, content, findings }) => {
      const result = await scanner.scan([{ path, content }], { includeVendored: true, limits: { maxMatchesPerRule: 10_000 } })
      expect(result.filesScanned).toBe(1)
      expect(result.partial.filter(({ reason }) => reason === 'rule-failed')).toEqual([])
      if (findings !== undefined) expect(reportedPlaces(result.findings.filter(({ rule }) => rule === 'command-injection')).length).toBe(findings)
    },
    PATIENCE,
  )

  test(
    'files in thousands of folders are linked as far as real ones go',
    async () => {
      const deep = 'a/'.repeat(2_000)
      const files = Array.from({ length: 100 }, (_, index) => ({
        path: `${deep}m${index}.py`,
        content: `${many(50, (name) => `import x${name}\n`)}from m${(index + 1) % 100} import f\n`,
      }))
      const flowing = [
        { path: `${deep}web.py`, content: `${PY}    run(src)\n`.replace('import os', 'from shell import run') },
        { path: `${deep}shell.py`, content: 'import os\ndef run(x):\n    os.system(x)\n' },
      ]
      const { findings } = await scanner.scan([...files, ...flowing])
      expect(findings.map(({ file, rule }) => `${file} ${rule}`)).toEqual([`${deep}shell.py command-injection`])
    },
    PATIENCE,
  )

  test.each([
    ['comments', '/* '.repeat(300_000)],
    ['texts', '"\\'.repeat(400_000)],
  ])(
    'a configuration of %s that never end',
    async (_, content) => {
      const files = [
        { path: 'tsconfig.json', content },
        { path: 'a.ts', content: inHandler("import { run } from './b'\n", 'run(req.query.a)') },
        { path: 'b.ts', content: 'export function run(x: string) { eval(x) }\n' },
      ]
      const { findings } = await scanner.scan(files)
      expect(findings.map(({ file, rule }) => `${file} ${rule}`)).toContain('b.ts code-injection')
    },
    PATIENCE,
  )

  test(
    "findings beyond a rule's limit per file are dropped and reported as a gap",
    async () => {
      const calls = (count: number): string =>
        inHandler(
          '',
          many(count, () => 'exec(req.query.a);\n'),
        )
      const files = [201, 200].map((count) => ({ path: `${count}.js`, content: calls(count) }))
      const result = await scanner.scan(files, { includeVendored: true, limits: { maxMatchesPerRule: 200 } })
      const found = (path: string): number => result.findings.filter(({ file, rule }) => file === path && rule === 'command-injection').length
      expect([found('201.js'), found('200.js')]).toEqual([200, 200])
      expect(result.partial.map(({ file, reason, rule }) => ({ file, reason, rule }))).toEqual([
        { file: '201.js', reason: 'match-limit', rule: 'command-injection' },
      ])
    },
    PATIENCE,
  )

  test(
    'sources and sinks of one kind beyond ten times that limit are dropped and reported as a gap',
    async () => {
      const content = inHandler(
        '',
        many(300, () => 'exec(req.query.a);\n'),
      )
      const [some, all] = await Promise.all(
        [29, 100].map((most) => scanner.scan([{ path: 'a.js', content }], { limits: { maxMatchesPerRule: most } })),
      )
      const told = ({ partial }: typeof some): readonly string[] => partial.filter(({ rule }) => rule === undefined).map(({ reason }) => reason)
      expect([told(some), told(all)]).toEqual([['match-limit'], []])
    },
    PATIENCE,
  )

  test(
    'files beyond the limit of data flow are left out and reported, the same ones in any order',
    async () => {
      const files = [
        { path: 'a.js', content: "import { run } from './b.js'\n" + inHandler('', 'run(req.query.a)') },
        { path: 'b.js', content: "import { last } from './c.js'\nexport function run(x) { last(x) }\n" },
        { path: 'c.js', content: 'export function last(x) { eval(x) }\n' },
      ]
      const whole = await scanner.scan(files)
      expect(whole.findings.map(({ file, rule }) => `${file} ${rule}`)).toContain('c.js code-injection')
      expect(whole.partial).toEqual([])
      for (const order of [files, files.toReversed()]) {
        const { findings, partial } = await scanner.scan(order, { limits: { maxFlowValues: 1 } })
        expect(findings.filter(({ rule }) => rule === 'code-injection')).toEqual([])
        expect(partial.map(({ file, reason }) => `${file} ${reason}`)).toEqual(['b.js flow-limit'])
      }
    },
    PATIENCE,
  )
})
