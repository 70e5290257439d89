// Inputs that an attacker would send to slow down a scan. Each grows in one dimension. `full` makes about a megabyte, or the maximum of an upload.
import { MODULE_GRAPHS } from './hostile-modules.mjs'
import { UNENDING_TEXTS } from './hostile-texts.mjs'

/** @typedef {{ name: string, full: number, make: (size: number) => readonly { path: string, content: string }[] }} HostileInput */

const repeat = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join('')
const files = (count, make) => Array.from({ length: count }, (_, index) => make(index))
const one = (path, content) => [{ path, content }]

const EXPRESS = "const express = require('express'); const { exec } = require('child_process'); const app = express();\n"
const FLASK = 'from flask import Flask, request\nimport os\napp = Flask(__name__)\n'
const handler = (body, before = '') => one('app.js', `${EXPRESS}${before}\napp.get('/', (req, res) => {\n${body}\n})\n`)
const view = (body, before = '') => one('app.py', `${FLASK}${before}\n@app.route('/')\ndef index():\n    x = request.args.get('a')\n${body}\n`)
const digits = (seed, length) => repeat(length, (at) => ((seed * 7919 + at * 104_729 + ((seed * at) % 97) * 31) % 36).toString(36))

/** @type {readonly HostileInput[]} */
const MANY_FILES = [
  {
    name: 'files that import each other in a ring, each with both ends',
    full: 5_000,
    make: (size) =>
      files(size, (i) => ({
        path: `f${i}.js`,
        content: `import {g as n} from './f${(i + 1) % size}.js'\nexport function g(x) { return n(x) }\napp.get('/', (req) => eval(g(req.query.x)))\n`,
      })),
  },
  {
    name: 'files that import each other in a ring, one source',
    full: 5_000,
    make: (size) =>
      files(size, (i) => ({
        path: `f${i}.js`,
        content: `import {g as n} from './f${(i + 1) % size}.js'\nexport function g(x) { ${i === size - 1 ? 'eval(x)' : 'n(x)'} }\n${i === 0 ? "app.get('/', (req) => g(req.query.x))\n" : ''}`,
      })),
  },
  {
    name: 'files that import two others at random',
    full: 3_300,
    make: (size) =>
      files(size, (i) => ({
        path: `f${i}.js`,
        content: `import {g as a} from './f${(i * 7 + 1) % size}.js'\nimport {g as b} from './f${(i * 13 + 5) % size}.js'\nexport const g = (x) => a(b(x))\napp.get('/', (req) => eval(g(req.query.x)))\n`,
      })),
  },
  {
    name: 'files that require each other, sources alone',
    full: 3_300,
    make: (size) =>
      files(size, (i) => ({
        path: `f${i}.js`,
        content: `const n = require('./f${(i + 1) % size}')\nexports.g = (req) => n.g(req.query.x)${i === 0 ? '; eval(exports.z)' : ''}\n`,
      })),
  },
  {
    name: 'a ring of named re-exports',
    full: 2_000,
    make: (size) => [
      ...files(size, (i) => ({ path: `f${i}.js`, content: `export { g } from './f${(i + 1) % size}.js'\n` })),
      { path: 'web.js', content: "import { g } from './f0.js'\napp.get('/', (req) => { g(req.query.x); eval(g(req.query.x)) })\n" },
    ],
  },
  {
    name: 'a ring of star re-exports',
    full: 2_000,
    make: (size) => [
      ...files(size, (i) => ({ path: `f${i}.js`, content: `export * from './f${(i + 1) % size}.js'\n` })),
      { path: 'web.js', content: "import { g } from './f0.js'\napp.get('/', (req) => { g(req.query.x); eval(g(req.query.x)) })\n" },
    ],
  },
  {
    name: 'a ring of re-exports, each with both ends',
    full: 2_000,
    make: (size) =>
      files(size, (i) => ({
        path: `f${i}.js`,
        content: `export * from './f${(i + 1) % size}.js'\nimport { g } from './f${(i + 1) % size}.js'\napp.get('/', (req) => { g(req.query.x); eval(g(req.query.x)) })\n`,
      })),
  },
  {
    name: 'star re-exports of many files by many files',
    full: 300,
    make: (size) => [
      ...files(size, (i) => ({
        path: `f${i}.js`,
        content: `${repeat(Math.min(100, size), (j) => `export * from './f${(i + j + 1) % size}.js'\n`)}export const e${i} = 1\n`,
      })),
      { path: 'web.js', content: "import { g } from './f0.js'\napp.get('/', (req) => { g(req.query.x); eval(g(req.query.x)) })\n" },
    ],
  },
  {
    name: 'files that import a hundred each',
    full: 300,
    make: (size) =>
      files(size, (i) => ({
        path: `f${i}.js`,
        content: `${repeat(Math.min(100, size), (j) => `import {g as n${j}} from './f${(i + j + 1) % size}.js'\n`)}export function g(x) { return n0(x) }\napp.get('/', (req) => eval(g(req.query.x)))\n`,
      })),
  },
  {
    name: 'files that import a hundred each and call all',
    full: 300,
    make: (size) =>
      files(size, (i) => ({
        path: `f${i}.js`,
        content: `${repeat(Math.min(100, size), (j) => `import {g as n${j}} from './f${(i + j + 1) % size}.js'\n`)}export function g(x) { return ${repeat(Math.min(100, size), (j) => `n${j}(x) + `)}x }\napp.get('/', (req) => eval(g(req.query.x)))\n`,
      })),
  },
  {
    name: 'Python files that import each other',
    full: 3_300,
    make: (size) =>
      files(size, (i) => ({
        path: `app/m${i}.py`,
        content: `from flask import request\nfrom app.m${(i + 1) % size} import g as n\ndef g(x):\n    return n(x)\ndef v():\n    eval(g(request.args['x']))\n`,
      })),
  },
  {
    name: 'Python files with star imports',
    full: 2_000,
    make: (size) =>
      files(size, (i) => ({
        path: `app/m${i}.py`,
        content: `from flask import request\nfrom app.m${(i + 1) % size} import *\ndef g${i}(x):\n    return g${(i + 1) % size}(x)\ndef v():\n    eval(g${i}(request.args['x']))\n`,
      })),
  },
  {
    name: 'files that all import one, which calls back',
    full: 3_300,
    make: (size) => [
      {
        path: 'bus.js',
        content: 'export const all = []\nexport function on(f) { all.push(f) }\nexport function emit(x) { all.forEach((f) => f(x)) }\n',
      },
      ...files(size, (i) => ({
        path: `f${i}.js`,
        content: `import { on, emit } from './bus.js'\non((x) => eval(x))\napp.get('/', (req) => emit(req.query.a))\n`,
      })),
    ],
  },
  {
    name: 'classes that inherit from file to file',
    full: 2_000,
    make: (size) =>
      files(size, (i) => ({
        path: `c${i}.js`,
        content: `${i === 0 ? 'class C0 { run(x) { eval(x) } }' : `import { C${i - 1} } from './c${i - 1}.js'\nclass C${i} extends C${i - 1} { m${i}(req) { this.run(req.query.x) } }`}\nexport { C${i} }\napp.get('/', (req) => new C${i}().run(req.query.x))\n`,
      })),
  },
  {
    name: 'many empty files',
    full: 5_000,
    make: (size) => files(size, (i) => ({ path: `d${i % 100}/e${i}.js`, content: '' })),
  },
]

/** @type {readonly HostileInput[]} */
const JAVASCRIPT = [
  { name: 'lines that each find something', full: 53_000, make: (size) => handler(repeat(size, () => 'eval(req.query.x)\n')) },
  {
    name: 'lines that each find something, without a handler',
    full: 57_000,
    make: (size) =>
      one(
        'a.js',
        repeat(size, () => 'eval(req.query.x)\n'),
      ),
  },
  { name: 'lines that each ask for a shell', full: 36_000, make: (size) => handler(repeat(size, (i) => `exec('ls ' + req.query.x${i % 7})\n`)) },
  {
    name: 'lines that each write a page',
    full: 22_000,
    make: (size) =>
      one(
        'a.js',
        repeat(size, (i) => `document.body.innerHTML = location.hash + ${i}\n`),
      ),
  },
  {
    name: 'lines of many kinds',
    full: 10_000,
    make: (size) => handler(repeat(size, (i) => `fetch(req.query.u); res.redirect(req.query.r); res.send(req.body.h${i});\n`)),
  },
  { name: 'nested parentheses', full: 450_000, make: (size) => one('a.js', `eval(${'('.repeat(size)}x${')'.repeat(size)})`) },
  { name: 'open brackets', full: 900_000, make: (size) => one('a.js', `eval(req.query.x)\n${'['.repeat(size)}`) },
  { name: 'open braces', full: 900_000, make: (size) => one('a.js', `eval(req.query.x)\n${'{'.repeat(size)}`) },
  { name: 'nested calls', full: 4_000, make: (size) => handler(`eval(${'g('.repeat(size)}req.query.x${')'.repeat(size)})`) },
  { name: 'nested arrows', full: 4_000, make: (size) => handler(`const f = ${repeat(size, (i) => `(a${i}) => `)}eval(req.query.x)`) },
  { name: 'nested blocks', full: 4_000, make: (size) => handler(`${'if (req.query.x) { '.repeat(size)}eval(req.query.x)${' }'.repeat(size)}`) },
  { name: 'nested templates', full: 2_000, make: (size) => handler(`eval(${'`a${'.repeat(size)}req.query.x${'}`'.repeat(size)})`) },
  { name: 'nested objects', full: 4_000, make: (size) => handler(`const o = ${'{ a: '.repeat(size)}req.query.x${' }'.repeat(size)}; eval(o)`) },
  { name: 'deep: open labels', full: 250_000, make: (size) => one('a.js', `eval(req.query.x)\n${'{a:'.repeat(size)}`) },
  {
    name: 'deep: labels beyond what is seen before parsing',
    full: 250_000,
    make: (size) => one('a.jsx', `eval(req.query.x)\nx = <p>'{${'{a:'.repeat(size)}`),
  },
  { name: 'deep: arrow parameters', full: 55_000, make: (size) => handler(`const f = ${repeat(size, (i) => `(a${i}) => `)}eval(req.query.x)`) },
  { name: 'deep: else-if', full: 22_000, make: (size) => handler(`${repeat(size, (i) => `if (req.query.x === ${i}) { y = 1 } else `)}{ y = 1 }`) },
  { name: 'deep: conditional expressions', full: 30_000, make: (size) => handler(`eval(${repeat(size, (i) => `a === ${i} ? req.query.x : `)} 1)`) },
  { name: 'deep: members', full: 450_000, make: (size) => handler(`eval(req.query.x${'.a'.repeat(size)})`) },
  { name: 'deep: calls of calls', full: 130_000, make: (size) => handler(`eval(req.query.x${'.trim()'.repeat(size)})`) },
  { name: 'deep: quotation marks', full: 900_000, make: (size) => one('a.js', `eval(req.query.x)\n${'"'.repeat(size)}`) },
  { name: 'deep: conditional types', full: 45_000, make: (size) => one('a.ts', `eval(req.query.x)\n${'type A=B extends C?D:'.repeat(size)}`) },
  { name: 'deep: continued lines of Python', full: 450_000, make: (size) => one('a.py', `eval(x)\ny = 1 ${'\\\n'.repeat(size)}`) },
  { name: 'deep: statements and comments', full: 150_000, make: (size) => one('a.js', `eval(req.query.x)\na${'/**/'.repeat(size)}`) },
  { name: 'deep: `&` in text of elements', full: 450_000, make: (size) => one('a.jsx', `eval(req.query.x)\nx = <p>${'& '.repeat(size)}`) },
  {
    name: 'a chain of assignments',
    full: 30_000,
    make: (size) => handler(`let v0 = req.query.x\n${repeat(size, (i) => `let v${i + 1} = v${i}\n`)}eval(v${size})`),
  },
  {
    name: 'a chain of constants',
    full: 40_000,
    make: (size) => one('a.js', `const v0 = 'a'\n${repeat(size, (i) => `const v${i + 1} = v${i}\n`)}eval(v${size})\nexec(v${size})\n`),
  },
  {
    name: 'a chain of doubled constants',
    full: 20_000,
    make: (size) => one('a.js', `const v0 = 'a'\n${repeat(size, (i) => `const v${i + 1} = v${i} + v${i}\n`)}eval(v${size})\nexec(v${size})\n`),
  },
  {
    name: 'one variable made longer',
    full: 50_000,
    make: (size) => handler(`let x = req.query.x\n${repeat(size, () => `x += 'a'; y = x\n`)}eval(x)`),
  },
  { name: 'one long sum', full: 80_000, make: (size) => handler(`eval('' ${repeat(size, () => '+ req.query.x')})`) },
  {
    name: 'one long sum of texts',
    full: 200_000,
    make: (size) => one('a.js', `eval(${repeat(size, () => "'a' +")} x)\nexec(${repeat(10, () => "'a' +")} x)`),
  },
  { name: 'one long chain of calls', full: 4_000, make: (size) => handler(`eval(req.query.x${'.trim()'.repeat(size)})`) },
  { name: 'one long chain of members', full: 4_000, make: (size) => handler(`eval(req.query.x${'.a'.repeat(size)})`) },
  {
    name: 'functions of one name',
    full: 20_000,
    make: (size) =>
      handler(
        `eval(f(req.query.x))`,
        repeat(size, () => 'function f(a) { return f(a) }\n'),
      ),
  },
  {
    name: 'methods of one name',
    full: 15_000,
    make: (size) =>
      handler(
        'o.run(req.query.x)',
        repeat(size, (i) => `class C${i} { run(a) { this.run(a) } }\n`),
      ),
  },
  {
    name: 'methods of one class',
    full: 15_000,
    make: (size) =>
      handler('new C().m0(req.query.x)', `class C {\n${repeat(size, (i) => `m${i}(a) { this.m${(i + 1) % size}(a); eval(this.a) }\n`)}}\n`),
  },
  {
    name: 'classes that inherit in a chain',
    full: 15_000,
    make: (size) =>
      handler(
        `new C${size}().run(req.query.x)`,
        `class C0 { run(a) { eval(a) } }\n${repeat(size, (i) => `class C${i + 1} extends C${i} { m(a) { super.m(a); this.run(a) } }\n`)}`,
      ),
  },
  {
    name: 'classes that inherit from one',
    full: 15_000,
    make: (size) =>
      handler(
        `base.run(req.query.x)`,
        `class B { run(a) { this.go(a) } go(a) {} }\nconst base = new B()\n${repeat(size, (i) => `class C${i} extends B { go(a) { eval(a) } }\n`)}`,
      ),
  },
  {
    name: 'functions that call the next',
    full: 15_000,
    make: (size) =>
      handler(
        'f0(req.query.x)',
        repeat(size, (i) => `function f${i}(a) { ${i === size - 1 ? 'eval(a)' : `f${i + 1}(a)`} }\n`),
      ),
  },
  {
    name: 'functions that call back',
    full: 10_000,
    make: (size) =>
      handler(
        repeat(size, (i) => `f((a) => f((b) => eval(a + b + req.query.x${i})))\n`),
        'function f(g) { g(1) }\n',
      ),
  },
  { name: 'a huge object', full: 50_000, make: (size) => handler(`const o = {${repeat(size, (i) => `k${i}: req.query.x,`)}}\neval(o.k1)`) },
  {
    name: 'a huge object that is read',
    full: 20_000,
    make: (size) => handler(`const o = {${repeat(size, (i) => `k${i}: req.query.x,`)}}\n${repeat(size, (i) => `eval(o.k${i})\n`)}`),
  },
  { name: 'a huge list', full: 300_000, make: (size) => handler(`const o = [${'1,'.repeat(size)} req.query.x]\neval(o[3])`) },
  { name: 'a huge list of texts', full: 100_000, make: (size) => one('a.js', `const password = [${repeat(size, (i) => `'a${i}',`)}]\neval(x)`) },
  { name: 'fields that are set', full: 30_000, make: (size) => handler(`const o = {}\n${repeat(size, (i) => `o.f${i} = req.query.x\n`)}eval(o.f1)`) },
  {
    name: 'unknown keys that are set',
    full: 30_000,
    make: (size) => handler(`const o = {}\n${repeat(size, (i) => `o[k${i}] = o\n`)}o[k] = req.query.x; eval(o[1])`),
  },
  {
    name: 'many parameters',
    full: 30_000,
    make: (size) => handler(`f(${repeat(size, () => 'req.query.x,')} 1)`, `function f(${repeat(size, (i) => `p${i},`)} z) { eval(p1) }\n`),
  },
  { name: 'many arguments of eval', full: 60_000, make: (size) => handler(`eval(${repeat(size, () => 'req.query.x,')} 1)`) },
  {
    name: 'many declarations in one statement',
    full: 50_000,
    make: (size) => handler(`let ${repeat(size, (i) => `a${i} = req.query.x,`)} z = 1\neval(a1)`),
  },
  { name: 'many names in one pattern', full: 50_000, make: (size) => handler(`const { ${repeat(size, (i) => `a${i},`)} z } = req.query\neval(a1)`) },
  {
    name: 'many branches',
    full: 30_000,
    make: (size) => handler(`let x = req.query.x, y\n${repeat(size, (i) => `if (a${i}) { y = x; x = y }\n`)}eval(x)`),
  },
  {
    name: 'one else-if after another',
    full: 4_000,
    make: (size) => handler(`let y = ''\n${repeat(size, (i) => `if (req.query.x === ${i}) { y = req.query.x } else `)}{ y = 1 }\neval(y)`),
  },
  { name: 'conditional expressions', full: 4_000, make: (size) => handler(`eval(${repeat(size, (i) => `a === ${i} ? req.query.x : `)} 1)`) },
  {
    name: 'cases of a switch',
    full: 37_000,
    make: (size) => handler(`let y; switch (req.query.x) {\n${repeat(size, (i) => `case ${i}: y = req.query.y\n`)}}\neval(y)`),
  },
  {
    name: 'try within try',
    full: 2_000,
    make: (size) => handler(`${'try { '.repeat(size)}eval(req.query.x)${' } catch (e) { eval(e) }'.repeat(size)}`),
  },
  { name: 'try after try', full: 15_000, make: (size) => handler(repeat(size, () => 'try { f(req.query.x) } catch (e) { eval(e) }\n')) },
  {
    name: 'imports',
    full: 25_000,
    make: (size) => one('a.js', `${repeat(size, (i) => `import { a${i} } from 'm${i}'\n`)}eval(a1)\napp.get('/', (req) => a2(req.query.x))\n`),
  },
  {
    name: 'requires',
    full: 25_000,
    make: (size) => one('a.js', `${repeat(size, (i) => `const a${i} = require('m${i}')\n`)}eval(a1)\napp.get('/', (req) => a2(req.query.x))\n`),
  },
  {
    name: 'routes',
    full: 15_000,
    make: (size) => one('a.js', `${EXPRESS}${repeat(size, (i) => `app.get('/${i}', (req, res) => { res.send(req.query.x) })\n`)}`),
  },
  {
    name: 'routes with a shared helper',
    full: 12_000,
    make: (size) =>
      one(
        'a.js',
        `${EXPRESS}function run(c) { exec(c); return c }\n${repeat(size, (i) => `app.get('/${i}', (req, res) => { run(run(req.query.x)) })\n`)}`,
      ),
  },
  {
    name: 'suppression comments',
    full: 32_000,
    make: (size) =>
      one(
        'a.js',
        repeat(size, () => '// assay-ignore eval-use -- why\n'),
      ),
  },
  {
    name: 'suppression comments beside findings',
    full: 20_000,
    make: (size) =>
      one(
        'a.js',
        repeat(size, () => 'eval(req.query.x) // assay-ignore\n'),
      ),
  },
  {
    name: 'suppressions with many rules',
    full: 100_000,
    make: (size) => one('a.js', `// assay-ignore ${repeat(size, (i) => `r${i},`)}\neval(req.query.x)\n`),
  },
  { name: 'comments', full: 120_000, make: (size) => one('a.js', `${repeat(size, () => '// abcd\n')}eval(req.query.x)\n`) },
  {
    name: 'a minified line',
    full: 27_000,
    make: (size) => handler(repeat(size, (i) => `var a${i}=b(req.query.x);eval(a${i});`).replaceAll('\n', '')),
  },
  { name: 'short tokens', full: 450_000, make: (size) => one('a.js', `eval(req.query.x);${'a;'.repeat(size)}`) },
  { name: 'operators', full: 4_000, make: (size) => one('a.js', `eval(req.query.x);${'!'.repeat(size)}a`) },
  { name: 'semicolons', full: 1_000_000, make: (size) => one('a.js', `eval(req.query.x)${';'.repeat(size)}`) },
  { name: 'syntax errors', full: 100_000, make: (size) => one('a.js', `eval(req.query.x)\n${repeat(size, () => 'if ) { =\n')}`) },
  { name: 'strings that never end', full: 100_000, make: (size) => one('a.js', `eval(req.query.x)\n${repeat(size, () => "'abc `${\n")}`) },
  {
    name: 'JSX',
    full: 20_000,
    make: (size) =>
      one(
        'a.jsx',
        `const A = (p) => <div>${repeat(size, () => '<a href={p.x}>{p.y}</a>')}<div dangerouslySetInnerHTML={{ __html: location.hash }} /></div>`,
      ),
  },
  {
    name: 'nested JSX',
    full: 4_000,
    make: (size) =>
      one('a.jsx', `const A = (p) => ${'<div>'.repeat(size)}<div dangerouslySetInnerHTML={{ __html: location.hash }} />${'</div>'.repeat(size)}`),
  },
  {
    name: 'regular expressions',
    full: 55_000,
    make: (size) =>
      one(
        'a.js',
        repeat(size, (i) => `/a+${i}$/.test(b)\n`),
      ),
  },
  {
    name: 'nested quantifiers',
    full: 200_000,
    make: (size) => one('a.js', `const r = new RegExp('${'(a+)+'.repeat(size)}')\nconst q = /${'(a+)+'.repeat(1000)}/\n`),
  },
  {
    name: 'statements that a sequence pattern begins with',
    full: 15_000,
    make: (size) => handler(repeat(size, (i) => `const t${i} = crypto.createHash('md5'); t${i}.update(req.query.x)\n`)),
  },
  { name: 'promises', full: 17_000, make: (size) => handler(repeat(size, () => 'get(req.query.x).then((a) => eval(a)).catch((b) => eval(b))\n')) },
  { name: 'awaits', full: 20_000, make: (size) => handler(`let v = req.query.x\n${repeat(size, () => 'v = await get(v)\n')}eval(v)`) },
  {
    name: 'typescript types',
    full: 20_000,
    make: (size) =>
      one('a.ts', `${repeat(size, (i) => `interface T${i} extends T${i + 1} { a: T${i + 2} }\n`)}app.get('/', (req: T0) => eval(req.query.x))\n`),
  },
  { name: 'nested generics', full: 20_000, make: (size) => one('a.ts', `let a: ${'A<'.repeat(size)}B${'>'.repeat(size)}\neval(req.query.x)\n`) },
  { name: 'ambiguous generics', full: 3_000, make: (size) => one('a.ts', `eval(req.query.x)\nlet a = ${'a<b>(c'.repeat(size)}\n`) },
  {
    name: 'closures over one variable',
    full: 12_000,
    make: (size) =>
      handler(`let x = req.query.x\n${repeat(size, (i) => `const c${i} = () => { x = x + c${(i + 1) % size}(); return x }\n`)}eval(c0())`),
  },
  {
    name: 'listeners of one emitter',
    full: 12_000,
    make: (size) =>
      one(
        'a.js',
        `${EXPRESS}const e = new (require('events'))()\n${repeat(size, (i) => `e.on('a', (x) => { exec(x) }); app.get('/${i}', (req) => e.emit('a', req.query.x))\n`)}`,
      ),
  },
  { name: 'spreads', full: 20_000, make: (size) => handler(`let o = req.query\n${repeat(size, (i) => `o = { ...o, a${i}: o }\n`)}eval(o.a1.a2)`) },
  {
    name: 'equal conditions',
    full: 10_000,
    make: (size) => handler(`const x = req.query.x\n${repeat(size, (i) => `if (x !== 'a${i}' && !LIST.includes(x)) return\n`)}eval(x)`),
  },
]

/** @type {readonly HostileInput[]} */
const PYTHON = [
  { name: 'Python: lines that each find something', full: 37_000, make: (size) => view(repeat(size, () => "    eval(request.args['x'])\n")) },
  {
    name: 'Python: deep indentation',
    full: 800,
    make: (size) => view(`${repeat(size, (i) => `${' '.repeat(i + 4)}if x:\n`)}${' '.repeat(size + 4)}eval(x)\n`),
  },
  { name: 'Python: a huge dictionary', full: 50_000, make: (size) => view(`    d = {${repeat(size, (i) => `'k${i}': x,`)}}\n    eval(d['k1'])\n`) },
  {
    name: 'Python: a huge constant dictionary',
    full: 48_000,
    make: (size) => one('a.py', `D = {\n${repeat(size, (i) => `  'k${i}': 'v${i}',\n`)}}\neval(D[input()])\n`),
  },
  {
    name: 'Python: decorators',
    full: 40_000,
    make: (size) => view('    eval(x)\n', `${repeat(size, (i) => `@d${i % 9}('a')\n`)}def f(a):\n    pass\n`),
  },
  {
    name: 'Python: elif',
    full: 30_000,
    make: (size) => view(`    y = ''\n    if x == '': pass\n${repeat(size, (i) => `    elif x == '${i}': y = x\n`)}    eval(y)\n`),
  },
  {
    name: 'Python: nested comprehensions',
    full: 2_000,
    make: (size) => view(`    y = ${'['.repeat(size)}x${repeat(size, (i) => ` for a${i} in x]`)}\n    eval(y)\n`),
  },
  {
    name: 'Python: comprehensions',
    full: 20_000,
    make: (size) => view(`${repeat(size, () => '    x = [a for a in x if a for b in a]\n')}    eval(x)\n`),
  },
  {
    name: 'Python: one comprehension of many clauses',
    full: 10_000,
    make: (size) => view(`    y = [a ${repeat(size, () => 'for a in x if a ')}]\n    eval(y)\n`),
  },
  { name: 'Python: lambdas', full: 4_000, make: (size) => view(`    f = ${'lambda a: '.repeat(size)}eval(x)\n`) },
  {
    name: 'Python: functions of one name',
    full: 20_000,
    make: (size) =>
      view(
        '    eval(f(x))\n',
        repeat(size, () => 'def f(a):\n    return f(a)\n'),
      ),
  },
  {
    name: 'Python: classes that inherit in a chain',
    full: 12_000,
    make: (size) =>
      view(
        `    C${size}().run(x)\n`,
        `class C0:\n    def run(self, a): eval(a)\n${repeat(size, (i) => `class C${i + 1}(C${i}):\n    def m(self, a): super().m(a); self.run(a)\n`)}`,
      ),
  },
  {
    name: 'Python: a chain of assignments',
    full: 40_000,
    make: (size) => view(`    v0 = x\n${repeat(size, (i) => `    v${i + 1} = v${i}\n`)}    eval(v${size})\n`),
  },
  {
    name: 'Python: imports',
    full: 30_000,
    make: (size) =>
      view(
        '    eval(x)\n',
        repeat(size, (i) => `from m${i} import a${i}\n`),
      ),
  },
  {
    name: 'Python: star imports',
    full: 30_000,
    make: (size) =>
      view(
        '    eval(foo(x))\n',
        repeat(size, (i) => `from m${i} import *\n`),
      ),
  },
  { name: 'Python: with', full: 20_000, make: (size) => view(`${repeat(size, (i) => `    with open(x) as f${i}: eval(f${i}.read())\n`)}`) },
  {
    name: 'Python: try',
    full: 15_000,
    make: (size) => view(`${repeat(size, () => '    try:\n        f(x)\n    except E as e:\n        eval(e)\n')}`),
  },
  { name: 'Python: a long sum', full: 100_000, make: (size) => view(`    eval('' ${repeat(size, () => '+ x')})\n`) },
  { name: 'Python: joined literals', full: 200_000, make: (size) => one('a.py', `password = (${repeat(size, () => "'ab' ")})\n`) },
  { name: 'Python: formatted texts', full: 30_000, make: (size) => view(`${repeat(size, () => "    os.system(f'a {x} b')\n")}`) },
  { name: 'Python: tabs and blanks', full: 400_000, make: (size) => view(`    eval(x)\n${' \t'.repeat(size)}\n`) },
  { name: 'Python: one-letter lines', full: 150_000, make: (size) => view(`    eval(x)\n${'    a\n'.repeat(size)}`) },
  {
    name: 'Python: methods of one class',
    full: 15_000,
    make: (size) => view('    C().m0(x)\n', `class C:\n${repeat(size, (i) => `    def m${i}(self, a): self.m${(i + 1) % size}(a); eval(self.a)\n`)}`),
  },
  { name: 'Python: globals', full: 30_000, make: (size) => view(`    global g\n${repeat(size, () => '    g = g + x\n')}    eval(g)\n`) },
]

const SECRET = () => `ghp_${digits(7, 36)}`

/** @type {readonly HostileInput[]} */
const TEXTS = [
  {
    name: 'one password of a megabyte',
    full: 1_000_000,
    make: (size) =>
      one(
        'a.js',
        `const password = '${digits(3, 1000)
          .repeat(Math.ceil(size / 1000))
          .slice(0, size)}'\n`,
      ),
  },
  { name: 'one password of a megabyte, in .env', full: 1_000_000, make: (size) => one('.env', `PASSWORD=${'aB3$'.repeat(size / 4)}\n`) },
  { name: 'one password of a megabyte, in YAML', full: 1_000_000, make: (size) => one('a.yaml', `password: '${'aB3x'.repeat(size / 4)}'\n`) },
  { name: 'one password of a megabyte, in Python', full: 1_000_000, make: (size) => one('a.py', `password = '${'aB3x'.repeat(size / 4)}'\n`) },
  { name: 'one letter, a megabyte of it', full: 1_000_000, make: (size) => one('a.txt', `password=${'a'.repeat(size)}`) },
  {
    name: 'passwords',
    full: 25_000,
    make: (size) =>
      one(
        'a.js',
        repeat(size, (i) => `const password${i} = '${digits(i, 16)}'\n`),
      ),
  },
  {
    name: 'passwords on one line',
    full: 30_000,
    make: (size) =>
      one(
        'a.txt',
        repeat(size, (i) => `password="${digits(i, 16)}" `),
      ),
  },
  {
    name: 'tokens on one line',
    full: 24_000,
    make: (size) =>
      one(
        'a.txt',
        repeat(size, () => `${SECRET()} `),
      ),
  },
  { name: 'tokens without an end', full: 24_000, make: (size) => one('a.txt', repeat(size, SECRET)) },
  { name: 'beginnings of tokens', full: 200_000, make: (size) => one('a.txt', 'ghp_ '.repeat(size)) },
  {
    name: 'beginnings of many kinds of tokens',
    full: 15_000,
    make: (size) =>
      one(
        'a.txt',
        repeat(size, () => 'ghp_ sk_live_ AKIA xoxb- AIza eyJ glpat- npm_ SG. key- sk-ant- hf_ '),
      ),
  },
  {
    name: 'beginnings of private keys',
    full: 30_000,
    make: (size) =>
      one(
        'a.txt',
        repeat(size, () => '-----BEGIN RSA PRIVATE KEY-----\n'),
      ),
  },
  {
    name: 'a private key of a megabyte',
    full: 15_000,
    make: (size) => one('a.pem', `-----BEGIN PRIVATE KEY-----\n${repeat(size, (i) => `${digits(i, 64)}\n`)}`),
  },
  { name: 'beginnings of web tokens', full: 300_000, make: (size) => one('a.txt', 'eyJ'.repeat(size)) },
  { name: 'parts of web tokens', full: 100_000, make: (size) => one('a.txt', `eyJhbGciOiJ.${'eyJabcdef.'.repeat(size)}`) },
  {
    name: 'addresses with passwords',
    full: 23_000,
    make: (size) =>
      one(
        'a.txt',
        repeat(size, (i) => `postgres://user:${digits(i, 12)}@db${i}.local/x\n`),
      ),
  },
  { name: 'beginnings of addresses', full: 100_000, make: (size) => one('a.txt', 'https://a:'.repeat(size)) },
  { name: 'words of secrets without values', full: 58_000, make: (size) => one('a.txt', 'password: secret: '.repeat(size)) },
  { name: 'blanks after a word of secrets', full: 1_000_000, make: (size) => one('a.txt', `password${' '.repeat(size)}= x`) },
  {
    name: 'base64 of a megabyte',
    full: 1_000_000,
    make: (size) =>
      one(
        'a.txt',
        `token = ${digits(5, 997)
          .repeat(Math.ceil(size / 997))
          .slice(0, size)}`,
      ),
  },
  { name: 'empty lines', full: 1_000_000, make: (size) => one('a.txt', '\n'.repeat(size)) },
  { name: 'carriage returns', full: 1_000_000, make: (size) => one('a.txt', `password=abc${'\r'.repeat(size)}`) },
  {
    name: 'suppressions in text',
    full: 40_000,
    make: (size) =>
      one(
        'a.yaml',
        repeat(size, () => '# assay-ignore x -- y\n'),
      ),
  },
  { name: 'dots in names', full: 500_000, make: (size) => one('a.txt', `token: ${'a.'.repeat(size)}`) },
]

/** @type {readonly HostileInput[]} */
const DOCUMENTS = [
  {
    name: 'YAML: a list',
    full: 80_000,
    make: (size) => one('.github/workflows/a.yml', `on: push\njobs:\n  a:\n    steps:\n${repeat(size, () => '      - x: 1\n')}`),
  },
  {
    name: 'YAML: a workflow of many steps',
    full: 13_000,
    make: (size) =>
      one(
        '.github/workflows/a.yml',
        `on: pull_request_target\njobs:\n  a:\n    runs-on: x\n    steps:\n${repeat(size, (i) => `      - run: echo \${{ github.event.issue.title }} ${i}\n      - uses: a/b@v1\n`)}`,
      ),
  },
  {
    name: 'YAML: a workflow of many jobs',
    full: 10_000,
    make: (size) =>
      one(
        '.github/workflows/a.yml',
        `on: pull_request_target\njobs:\n${repeat(size, (i) => `  j${i}:\n    runs-on: x\n    steps:\n      - run: echo \${{ github.head_ref }}\n`)}`,
      ),
  },
  {
    name: 'YAML: one line of many commands',
    full: 20_000,
    make: (size) =>
      one(
        '.github/workflows/a.yml',
        `on: pull_request_target\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: "${'echo ${{ github.event.issue.title }} '.repeat(size)}"\n`,
      ),
  },
  {
    name: 'YAML: deep',
    full: 1_000,
    make: (size) =>
      one(
        'docker-compose.yml',
        repeat(size, (i) => `${' '.repeat(i)}a:\n`),
      ),
  },
  { name: 'YAML: deep in brackets', full: 400_000, make: (size) => one('docker-compose.yml', `services: ${'['.repeat(size)}${']'.repeat(size)}`) },
  {
    name: 'YAML: many documents',
    full: 100_000,
    make: (size) =>
      one(
        'k8s.yaml',
        repeat(size, () => '---\na: 1\n'),
      ),
  },
  {
    name: 'YAML: Kubernetes pods',
    full: 6_000,
    make: (size) =>
      one(
        'k8s.yaml',
        repeat(
          size,
          (i) =>
            `---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: p${i}\nspec:\n  hostNetwork: true\n  containers:\n    - name: a\n      image: a\n      securityContext: { privileged: true }\n`,
        ),
      ),
  },
  {
    name: 'YAML: services',
    full: 15_000,
    make: (size) =>
      one('docker-compose.yml', `services:\n${repeat(size, (i) => `  s${i}:\n    image: a\n    privileged: true\n    ports: ['80:80']\n`)}`),
  },
  {
    name: 'YAML: anchors',
    full: 30_000,
    make: (size) => one('docker-compose.yml', `a: &a0 {x: 1}\n${repeat(size, (i) => `b${i}: &a${i + 1} {y: *a${i}}\n`)}services: *a${size}\n`),
  },
  {
    name: 'YAML: merged maps',
    full: 20_000,
    make: (size) =>
      one('docker-compose.yml', `a0: &a0 {x: 1}\n${repeat(size, (i) => `a${i + 1}: &a${i + 1}\n  <<: *a${i}\n`)}services:\n  s: *a${size}\n`),
  },
  { name: 'YAML: one key many times', full: 100_000, make: (size) => one('docker-compose.yml', `services:\n${'  a: 1\n'.repeat(size)}`) },
  {
    name: 'YAML: a long text',
    full: 87_000,
    make: (size) => one('docker-compose.yml', `services:\n  a:\n    command: |\n${'      x y z\n'.repeat(size)}`),
  },
  {
    name: 'YAML: templates',
    full: 50_000,
    make: (size) => one('templates/a.yaml', `kind: Pod\na: ${'{{ .a }}'.repeat(size)}\n${'{{- if x }}\na: 1\n{{- end }}\n'.repeat(size / 10)}`),
  },
  { name: 'JSON: a list', full: 400_000, make: (size) => one('package.json', `{"dependencies":{},"a":[${'1,'.repeat(size)}1]}`) },
  { name: 'JSON: deep', full: 400_000, make: (size) => one('package.json', `{"a":${'['.repeat(size)}${']'.repeat(size)}}`) },
  {
    name: 'JSON: dependencies',
    full: 30_000,
    make: (size) => one('package.json', `{"dependencies":{${repeat(size, (i) => `"p${i}":"http://a/${i}",`)}"z":"*"}}`),
  },
  {
    name: 'JSON: scripts',
    full: 30_000,
    make: (size) => one('package.json', `{"scripts":{${repeat(size, (i) => `"postinstall${i}":"curl a | sh",`)}"postinstall":"curl a | sh"}}`),
  },
  {
    name: 'JSON: workspaces',
    full: 30_000,
    make: (size) => [
      {
        path: 'package.json',
        content: `{"name":"a","workspaces":[${repeat(size, (i) => `"p${i}",`)}"z"],"exports":{${repeat(size, (i) => `"./${i}":"./a*${i}.js",`)}".":"./a.js"}}`,
      },
      ...handler('eval(req.query.x)', "const a = require('a/b')\nconst b = require('./c')\n"),
      { path: 'c.js', content: "require('a/c')\neval(1)\n" },
    ],
  },
  {
    name: 'JSON: aliases',
    full: 10_000,
    make: (size) => [
      { path: 'tsconfig.json', content: `{"compilerOptions":{"paths":{${repeat(size, (i) => `"@a${i}/*":["b${i}/*"],`)}"z":["z"]}}}` },
      ...files(100, (i) => ({
        path: `f${i}.ts`,
        content: `${repeat(50, (j) => `import { a } from '@a${size - i - j - 1}/x${j}'\n`)}import './f${i + 1}'\napp.get('/', (req) => eval(req.query.x))\n`,
      })),
    ],
  },
  {
    name: 'TOML: tables',
    full: 60_000,
    make: (size) =>
      one(
        'pyproject.toml',
        repeat(size, (i) => `[a.b${i}]\nx = 1\n`),
      ),
  },
  {
    name: 'TOML: a list of tables',
    full: 60_000,
    make: (size) =>
      one(
        'pyproject.toml',
        repeat(size, () => '[[a.b]]\nx = 1\n'),
      ),
  },
  { name: 'TOML: dotted keys', full: 60_000, make: (size) => one('pyproject.toml', `a.${'b.'.repeat(size)}c = 1\n`) },
  { name: 'TOML: deep', full: 400_000, make: (size) => one('pyproject.toml', `a = ${'['.repeat(size)}${']'.repeat(size)}\n`) },
  {
    name: 'HCL: resources',
    full: 12_000,
    make: (size) =>
      one(
        'main.tf',
        repeat(size, (i) => `resource "aws_s3_bucket" "b${i}" {\n  acl = "public-read"\n}\n`),
      ),
  },
  {
    name: 'HCL: security groups',
    full: 8_000,
    make: (size) =>
      one(
        'main.tf',
        repeat(
          size,
          (i) =>
            `resource "aws_security_group" "b${i}" {\n  ingress {\n    from_port = 22\n    to_port = 22\n    cidr_blocks = ["0.0.0.0/0"]\n  }\n}\n`,
        ),
      ),
  },
  {
    name: 'HCL: deep',
    full: 100_000,
    make: (size) =>
      one(
        'main.tf',
        repeat(size, () => 'a {\n'),
      ),
  },
  { name: 'HCL: nested templates', full: 100_000, make: (size) => one('main.tf', `a = ${'"${'.repeat(size)}`) },
  {
    name: 'HCL: heredocs',
    full: 50_000,
    make: (size) =>
      one(
        'main.tf',
        repeat(size, (i) => `a${i} = <<EOT\nx\nEOT\n`),
      ),
  },
  {
    name: 'HCL: heredocs that never end',
    full: 60_000,
    make: (size) =>
      one(
        'main.tf',
        repeat(size, () => 'a = <<EOT\n'),
      ),
  },
  { name: 'HCL: operators', full: 200_000, make: (size) => one('main.tf', `a = 1 ${'+ 1 '.repeat(size)}\n`) },
  { name: 'Dockerfile: instructions', full: 60_000, make: (size) => one('Dockerfile', `FROM a\n${'RUN curl x | sh\n'.repeat(size)}`) },
  {
    name: 'Dockerfile: stages',
    full: 48_000,
    make: (size) =>
      one(
        'Dockerfile',
        repeat(size, (i) => `FROM a${i} AS b${i}\n`),
      ),
  },
  { name: 'Dockerfile: one long instruction', full: 60_000, make: (size) => one('Dockerfile', `FROM a\nRUN ${'apt-get x \\\n'.repeat(size)} y\n`) },
  { name: 'Dockerfile: heredocs', full: 60_000, make: (size) => one('Dockerfile', `FROM a\n${'RUN <<EOT\n'.repeat(size)}`) },
  { name: 'Dockerfile: variables', full: 56_000, make: (size) => one('Dockerfile', `FROM a\n${repeat(size, (i) => `ARG A${i}=$A${i - 1}\n`)}`) },
  {
    name: '.env: lines',
    full: 60_000,
    make: (size) =>
      one(
        '.env',
        repeat(size, (i) => `A_${i}=b${i}\n`),
      ),
  },
  {
    name: '.env: secrets',
    full: 25_000,
    make: (size) =>
      one(
        '.env',
        repeat(size, (i) => `API_KEY_${i}=${digits(i, 24)}\n`),
      ),
  },
  { name: '.env: quotes that never end', full: 300_000, make: (size) => one('.env', `${'A="\n'.repeat(size / 2)}`) },
]

/** All inputs, each with a unique name. */
export const HOSTILE_INPUTS = [...MANY_FILES, ...JAVASCRIPT, ...PYTHON, ...TEXTS, ...DOCUMENTS, ...MODULE_GRAPHS, ...UNENDING_TEXTS]
