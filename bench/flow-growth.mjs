// How the cost of data flow grows with the shape of a program: `npm run bench -- flow-growth`
import { describeMachine, importBuilt } from './lib/engine.mjs'
import { exponentOf, formatTable } from './lib/measure.mjs'
import { judge, record } from './lib/records.mjs'

const RUNS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 4)

/**
 * Programs that double in one dimension only. Data flows through the part that doubles, from a request to a shell.
 *
 * @type {readonly { name: string, sizes: readonly number[], limit: number, make: (size: number) => readonly { path: string, content: string }[] }[]}
 */
const SHAPES = [
  { name: 'files', sizes: [64, 128, 256, 512, 1024], limit: 1.1, make: manyFiles },
  { name: 'files, Python', sizes: [64, 128, 256, 512, 1024], limit: 1.1, make: manyPythonFiles },
  { name: 'functions of a file', sizes: [64, 128, 256, 512, 1024], limit: 1.1, make: manyFunctions },
  { name: 'depth of the call chain', sizes: [32, 64, 128, 256, 512], limit: 1.5, make: deepChain },
  { name: 'depth of the call chain, over files', sizes: [32, 64, 128, 256, 512], limit: 1.5, make: deepChainOfFiles },
  { name: 'branches of a function', sizes: [32, 64, 128, 256, 512], limit: 1.1, make: manyBranches },
]

const { createScanner } = await importBuilt('src/node/index.js')
const scanner = await createScanner()
console.log(`${describeMachine()}; ${scanner.rules.length} rules, CPU time of a whole scan, least of ${RUNS} runs in turns`)
for (const { name, sizes, limit, make } of SHAPES) {
  const programs = sizes.map(make)
  const results = []
  // Small programs alone would not trigger the optimising compiler.
  for (const program of programs.slice(1, 3)) await scan(program)
  const times = sizes.map(() => Infinity)
  for (let run = 0; run < RUNS; run++) {
    for (const [index, program] of programs.entries()) {
      const { cpu, result } = await scan(program)
      times[index] = Math.min(times[index], cpu)
      results[index] = result
    }
  }
  const rows = sizes.map((size, index) => [
    String(size),
    `${times[index].toFixed(1)} ms`,
    `${((1000 * times[index]) / size).toFixed(0)} µs`,
    String(results[index].findings.length),
    results[index].partial
      .map(({ reason }) => reason)
      .slice(0, 1)
      .join(),
  ])
  console.log(`\n${formatTable([[name, 'CPU', 'each', 'findings', 'gaps'], ...rows])}`)
  for (const [index, size] of sizes.entries()) record(`${name}, ${size}`, times[index], 'ms')
  // Fixed costs dominate small programs, so the limit must also hold for the larger half.
  const upper = sizes.length - 3
  judge(`exponent in ${name}`, Math.max(exponentOf(sizes, times), exponentOf(sizes.slice(upper), times.slice(upper))), limit)
}
await scanner.close()

async function scan(files) {
  globalThis.gc?.()
  const before = process.cpuUsage()
  const result = await scanner.scan(files)
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / 1000, result }
}

/** Routes that call each other's helpers. In every fourth the data reaches a shell. */
function manyFiles(count) {
  return Array.from({ length: count }, (_, index) => ({
    path: `src/route-${index}.js`,
    content: `const express = require('express')
const { exec } = require('child_process')
const next = require('./route-${(index + 1) % count}')
const router = express.Router()
function toJob(name, options) {
  const parts = { name, folder: options.folder, depth: options.depth || 1 }
  return parts
}
router.get('/list/${index}', (req, res) => {
  const parts = toJob(req.query.name, { folder: '/srv/data' })
  ${index % 4 === 0 ? "exec('ls ' + next.describe(parts.name))" : 'res.json({ folder: parts.folder })'}
})
exports.describe = (name) => \`item \${name}\`
exports.router = router
`,
  }))
}

function manyPythonFiles(count) {
  return Array.from({ length: count }, (_, index) => ({
    path: `app/route_${index}.py`,
    content: `import os
from flask import Blueprint, request
from . import route_${(index + 1) % count} as following
blueprint = Blueprint('route_${index}', __name__)

def to_job(name, folder=None):
    parts = {'name': name, 'folder': folder or '/srv/data'}
    return parts

@blueprint.route('/list/${index}')
def listing():
    parts = to_job(request.args.get('name'), folder='/srv/data')
    ${index % 4 === 0 ? "os.system('ls ' + following.describe(parts['name']))" : "return parts['folder']"}

def describe(name):
    return f'item {name}'
`,
  }))
}

function manyFunctions(count) {
  const functions = Array.from(
    { length: count },
    (_, index) => `function step${index}(value, options) {
  const copy = { value, level: options.level }
  if (copy.level > ${index}) copy.value = copy.value + '-${index}'
  return ${index % 4 === 3 || index + 1 === count ? 'copy.value' : `step${index + 1}(copy.value, options)`}
}
app.get('/step/${index}', (req, res) => {
  ${index % 8 === 0 ? `exec('run ' + step${index}(req.query.value, { level: 1 }))` : `res.json(step${index}(req.query.value, { level: 2 }))`}
})`,
  )
  return [{ path: 'src/app.js', content: `const app = require('express')()\nconst { exec } = require('child_process')\n${functions.join('\n')}\n` }]
}

function deepChain(depth) {
  const functions = Array.from(
    { length: depth },
    (_, index) => `function pass${index}(value) {\n  return ${index + 1 === depth ? 'value' : `pass${index + 1}(value)`}\n}`,
  )
  const head = "const app = require('express')()\nconst { exec } = require('child_process')\n"
  return [{ path: 'src/app.js', content: `${head}${functions.join('\n')}\napp.get('/', (req, res) => {\n  exec(pass0(req.query.value))\n})\n` }]
}

function deepChainOfFiles(depth) {
  const last = { path: `src/pass-${depth}.js`, content: "const { exec } = require('child_process')\nexports.pass = (value) => exec('ls ' + value)\n" }
  const between = Array.from({ length: depth - 1 }, (_, index) => ({
    path: `src/pass-${index + 1}.js`,
    content: `const following = require('./pass-${index + 2}')\nexports.pass = (value) => following.pass(value)\n`,
  }))
  const first = {
    path: 'src/pass-0.js',
    content:
      "const app = require('express')()\nconst following = require('./pass-1')\napp.get('/', (req, res) => {\n  res.json(following.pass(req.query.value))\n})\n",
  }
  return [first, ...between, last]
}

function manyBranches(count) {
  const branches = Array.from({ length: count }, (_, index) =>
    index % 4 === 3
      ? `  for (const item of items) if (item.kind === ${index}) value = value + item.name`
      : `  if (req.body.kind === ${index}) value = '${index}' + value\n  else other = { value, at: ${index} }`,
  )
  return [
    {
      path: 'src/app.js',
      content: `const app = require('express')()
const { exec } = require('child_process')
app.post('/', (req, res) => {
  let value = req.body.value
  let other = {}
  const items = req.body.items
${branches.join('\n')}
  exec('run ' + value + other.at)
})
`,
    },
  ]
}
