// Graphs of modules and packages that make name resolution slow: chains, rings and cliques of imports and re-exports.

const repeat = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join('')
const files = (count, make) => Array.from({ length: count }, (_, index) => make(index))
const others = (size, index) => files(size, (other) => other).filter((other) => other !== index)

const JS_FLOW = "app.get('/', (req) => { g(req.query.x); eval(g(req.query.x)) })\n"
const EXPRESS = "const express = require('express')\nconst app = express()\n"

/** @type {readonly import('./hostile-inputs.mjs').HostileInput[]} */
export const MODULE_GRAPHS = [
  {
    name: 'modules: Python star imports, all of all',
    full: 120,
    make: (size) =>
      files(size, (i) => ({
        path: `app/m${i}.py`,
        content: `from flask import request\n${repeat(size, (j) => (i === j ? '' : `from app.m${j} import *\n`))}def g${i}(x):\n    return g${(i + 1) % size}(x)\ndef v${i}():\n    eval(g${i}(request.args['x']))\n`,
      })),
  },
  {
    name: 'modules: Python star imports in a ring',
    full: 2_000,
    make: (size) =>
      files(size, (i) => ({
        path: `app/m${i}.py`,
        content: `from flask import request\nfrom .m${(i + 1) % size} import *\ndef v${i}():\n    eval(g(request.args['x']))\n${i === 0 ? 'def g(x):\n    return x\n' : ''}`,
      })),
  },
  {
    name: 'modules: a chain of imports, source at one end and sink at the other',
    full: 2_000,
    make: (size) =>
      files(size, (i) => ({
        path: `f${i}.js`,
        content: `${i === size - 1 ? '' : `import { g as n } from './f${i + 1}.js'\n`}${i === 0 ? `${EXPRESS}app.get('/', (req) => n(req.query.x))\n` : ''}export function g(x) { return ${i === size - 1 ? 'eval(x)' : 'n(x)'} }\n`,
      })),
  },
  {
    name: 'modules: a chain of imports, each with both ends',
    full: 2_000,
    make: (size) =>
      files(size, (i) => ({
        path: `f${i}.js`,
        content: `${i === size - 1 ? 'const n = (x) => x\n' : `import { g as n } from './f${i + 1}.js'\n`}export function g(x) { return n(x) }\napp.get('/', (req) => eval(g(req.query.x)))\n`,
      })),
  },
  {
    name: 'modules: a chain of requires that each hand on all',
    full: 2_000,
    make: (size) => [
      ...files(size, (i) => ({
        path: `f${i}.js`,
        content: i === size - 1 ? 'exports.g = (x) => eval(x)\n' : `module.exports = require('./f${i + 1}')\n`,
      })),
      { path: 'web.js', content: `${EXPRESS}const { g } = require('./f0')\n${JS_FLOW}` },
    ],
  },
  {
    name: 'modules: a ring of re-exports, each with both ends',
    full: 1_000,
    make: (size) =>
      files(size, (i) => ({
        path: `f${i}.js`,
        content: `export * from './f${(i + 1) % size}.js'\nimport { g } from './f${(i + 1) % size}.js'\n${JS_FLOW}`,
      })),
  },
  {
    name: 'modules: `export *` of all by all',
    full: 120,
    make: (size) => [
      ...files(size, (i) => ({
        path: `f${i}.js`,
        content: `${others(size, i)
          .map((j) => `export * from './f${j}.js'\n`)
          .join('')}export const e${i} = (x) => x\n`,
      })),
      { path: 'web.js', content: `import { e1 as g } from './f0.js'\n${JS_FLOW}` },
    ],
  },
  {
    name: 'modules: `export *` and imports of all by all, each with both ends',
    full: 100,
    make: (size) =>
      files(size, (i) => ({
        path: `f${i}.js`,
        content: `${others(size, i)
          .map((j) => `export * from './f${j}.js'\nimport { e${j} } from './f${(i + 1) % size}.js'\n`)
          .join('')}export const e${i} = (x) => e${(i + 1) % size}(x)\napp.get('/', (req) => eval(e${i === 0 ? 1 : 0}(req.query.x)))\n`,
      })),
  },
  {
    name: 'modules: namespaces that hold each other',
    full: 120,
    make: (size) => [
      ...files(size, (i) => ({
        path: `f${i}.js`,
        content: `${others(size, i)
          .map((j) => `export * as n${j} from './f${j}.js'\n`)
          .join('')}export const e${i} = (x) => eval(x)\n`,
      })),
      { path: 'web.js', content: `import * as all from './f0.js'\napp.get('/', (req) => all.n1.n2.n3.e3(req.query.x))\n` },
    ],
  },
  {
    name: 'modules: packages in a ring',
    full: 1_000,
    make: (size) =>
      files(size, (i) => [
        { path: `packages/p${i}/package.json`, content: `{"name":"p${i}","main":"index.js","dependencies":{"p${(i + 1) % size}":"*"}}` },
        {
          path: `packages/p${i}/index.js`,
          content: `import { g as n } from 'p${(i + 1) % size}'\nexport function g(x) { return n(x) }\napp.get('/', (req) => eval(g(req.query.x)))\n`,
        },
      ]).flat(),
  },
  {
    name: 'modules: packages that re-export each other',
    full: 1_000,
    make: (size) =>
      files(size, (i) => [
        { path: `packages/p${i}/package.json`, content: `{"name":"@a/p${i}","exports":{".":"./src/index.js","./*":"./src/*.js"}}` },
        {
          path: `packages/p${i}/src/index.js`,
          content: `export * from '@a/p${(i + 1) % size}'\nimport { g } from '@a/p${(i + 7) % size}/index'\n${JS_FLOW}`,
        },
      ]).flat(),
  },
  {
    name: 'modules: Python packages that import from each other',
    full: 1_000,
    make: (size) =>
      files(size, (i) => [
        { path: `p${i}/__init__.py`, content: `from p${(i + 1) % size} import *\nfrom .m import v\n` },
        { path: `p${i}/m.py`, content: `from flask import request\nfrom p${i} import g\ndef v():\n    eval(g(request.args['x']))\n` },
      ]).flat(),
  },
]
