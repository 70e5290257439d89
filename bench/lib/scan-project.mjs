// Scans a project of this size once: `node bench/lib/scan-project.mjs MB FILES with|without SEED`
import { createHash } from 'node:crypto'
import { openChosen } from './open-chosen.mjs'
import { readCorpusFiles } from './pinned-corpus.mjs'

const [megabytes, count, flow, seed] = process.argv.slice(2)
const scanner = await openChosen(({ followsData }) => flow === 'with' || !followsData)
const corpus = [...chooseFiles(Number(megabytes) * 1e6, Number(count)).map(({ path, bytes }) => ({ path, content: bytes })), ...plantedProject()]
const bytes = corpus.reduce((sum, { content }) => sum + content.length, 0)
const files = shuffle(corpus, Number(seed))
const before = process.cpuUsage()
let stats
const result = await scanner.scan(files, { includeVendored: true, onStats: (given) => (stats = given) })
const { user, system } = process.cpuUsage(before)
await scanner.close()
console.log(
  JSON.stringify({
    files: files.length,
    bytes,
    rules: scanner.rules.length,
    cpu: (user + system) / 1000,
    peak: process.resourceUsage().maxRSS / 1024,
    findings: result.findings.length,
    planted: result.findings.filter(({ file }) => file.startsWith('planted/')).length,
    partial: result.partial.length,
    parsed: stats.filesParsed,
    phases: stats.phases,
    hash: createHash('sha256').update(JSON.stringify(result)).digest('hex'),
  }),
)

/** A number of files with this mean size: without the smallest ones of the corpus, and an even sample of the rest. */
function chooseFiles(wantedBytes, wanted) {
  const all = readCorpusFiles({ languages: ['javascript', 'typescript'] }).toSorted((left, right) => left.bytes.length - right.bytes.length)
  let best = all
  for (let from = 0; from < all.length - wanted; from += 100) {
    const rest = all.slice(from)
    const step = rest.length / wanted
    best = Array.from({ length: wanted }, (_, index) => rest[Math.floor(index * step)])
    if (best.reduce((sum, file) => sum + file.bytes.length, 0) >= wantedBytes) break
  }
  return best
}

/** A small application with data flow across files: route, service, helper. */
function plantedProject() {
  return Array.from({ length: 10 }, (_, index) => [
    {
      path: `planted/app${index}/routes.js`,
      content: `const express = require('express')\nconst service = require('./service')\nconst router = express.Router()\nrouter.get('/report', (req, res) => res.json(service.report(req.query.name)))\nmodule.exports = router\n`,
    },
    {
      path: `planted/app${index}/service.js`,
      content: "const { run } = require('./helper')\nexports.report = (name) => run({ name, format: 'pdf' })\n",
    },
    {
      path: `planted/app${index}/helper.js`,
      content: "const { exec } = require('child_process')\nexports.run = (job) => exec('report ' + job.name)\n",
    },
  ]).flat()
}

function shuffle(list, seed) {
  let state = seed + 1
  const keyed = list.map((item) => ({ item, key: (state = (state * 48271) % 2147483647) }))
  return seed === 0 ? list : keyed.toSorted((left, right) => left.key - right.key).map(({ item }) => item)
}
