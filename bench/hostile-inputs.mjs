// Measures the costs of hostile inputs and their growth: `npm run bench -- hostile-inputs [PART OF A NAME]`. With a part of a name only the matching
// ones.
import { describeMachine, importBuilt } from './lib/engine.mjs'
import { HOSTILE_INPUTS } from './lib/hostile-inputs.mjs'
import { exponentOf, formatTable } from './lib/measure.mjs'
import { judge, record } from './lib/records.mjs'

/** Maximum CPU milliseconds of each input. */
const MAX_TIME = 2_000
/** Steps that a service may allow an unknown caller. */
const BOUND = 8_000_000
/** Milliseconds of a partial scan beyond which the whole is not measured. */
const MAX_PATIENCE = 20_000
const SHARES = [1 / 4, 1 / 2, 1]

const part = process.argv.slice(2).join(' ')
const { createScanner } = await importBuilt('src/node/index.js')
const scanner = await createScanner()
console.log(`${describeMachine()}; ${scanner.rules.length} rules, CPU time of a whole scan in one thread, one run of each size`)
const inputs = HOSTILE_INPUTS.filter(({ name }) => name.includes(part))
// Grammars are loaded and rules compiled at the first file of a language.
for (const { make } of inputs) await scan(make(8))
const rows = []
for (const { name, full, make } of inputs) {
  const sizes = []
  const scans = []
  for (const size of SHARES.map((share) => Math.round(full * share))) {
    if (scans.some(({ cpu }) => cpu > MAX_PATIENCE)) break
    sizes.push(size)
    scans.push(await scan(make(size)))
  }
  const times = scans.map(({ cpu }) => cpu)
  const last = scans[scans.length - 1]
  const bounded = last.cpu > MAX_TIME ? await scan(make(full), { maxScanSteps: BOUND }) : last
  const row = { name, times, last, bounded: bounded.cpu, growth: exponentOf(sizes.slice(-2), times.slice(-2)) }
  rows.push(row)
  record(name, last.cpu, 'ms')
  if (bounded !== last) record(`${name}, within ${BOUND / 1e6} million steps`, bounded.cpu, 'ms')
  console.log(cellsOf(row).join('  '))
}
await scanner.close()

const slowest = rows.toSorted((left, right) => right.last.cpu - left.last.cpu).slice(0, 30)
const head = ['the slowest', 'size', 'a quarter', 'half', 'whole', 'growth', 'steps', 'a step', 'bounded', 'memory', '', 'gaps']
console.log(`\n${formatTable([head, ...slowest.map(cellsOf)])}\n`)
judge('the slowest of all hostile inputs, CPU', Math.max(...rows.map(({ last }) => last.cpu)) / 1000, MAX_TIME / 1000, { unit: 's' })
judge(`the slowest within ${BOUND / 1e6} million steps, CPU`, Math.max(...rows.map(({ bounded }) => bounded)) / 1000, MAX_TIME / 1000, { unit: 's' })

function cellsOf({ name, times, last, bounded, growth }) {
  const [quarter, half, whole] = times.map((time) => `${time.toFixed(0)} ms`)
  return [
    name,
    `${(last.bytes / 1000).toFixed(0)} KB`,
    quarter,
    half ?? '',
    whole ?? '',
    growth.toFixed(2),
    `${(last.steps / 1e6).toFixed(2)} M`,
    `${((1e6 * last.cpu) / last.steps).toFixed(0)} ns`,
    bounded === last.cpu ? '' : `${bounded.toFixed(0)} ms`,
    `${last.memory.toFixed(0)} MB`,
    last.cpu > MAX_TIME ? 'OVER' : '',
    last.gaps,
  ]
}

async function scan(files, limits = {}) {
  let steps = 1
  const onStats = (stats) => {
    steps = stats.steps
  }
  globalThis.gc?.()
  const memoryBefore = process.resourceUsage().maxRSS
  const before = process.cpuUsage()
  const result = await scanner.scan(files, { includeVendored: true, limits, onStats })
  const { user, system } = process.cpuUsage(before)
  const gaps = [...new Set([...result.partial, ...result.skipped].map(({ reason }) => reason))].join()
  // Increase of peak memory: too small for an input after one that needed more.
  const memory = (process.resourceUsage().maxRSS - memoryBefore) / 1000
  return { cpu: (user + system) / 1000, memory, steps, gaps, bytes: files.reduce((sum, { content }) => sum + content.length, 0) }
}
