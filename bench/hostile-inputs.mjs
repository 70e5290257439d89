// What inputs cost that are made to be slow, and how that grows: `npm run bench -- hostile-inputs [PART OF A NAME]`. With part of a name those alone.
import { describeMachine, importBuilt } from './lib/engine.mjs'
import { HOSTILE_INPUTS } from './lib/hostile-inputs.mjs'
import { exponentOf, formatTable } from './lib/measure.mjs'
import { judge, record } from './lib/records.mjs'

/** CPU seconds of any one of them. */
const MOST_SECONDS = 2
/** Milliseconds of a part of it, beyond which the whole is not waited for. */
const MOST_PATIENCE = 20_000
const SHARES = [1 / 4, 1 / 2, 1]

const part = process.argv.slice(2).join(' ')
const { createScanner } = await importBuilt('src/node/index.js')
const scanner = await createScanner()
console.log(`${describeMachine()}; ${scanner.rules.length} rules, CPU time of a whole scan in one thread, one run of each size`)
await warmUp()
const rows = []
for (const { name, full, make } of HOSTILE_INPUTS.filter((input) => input.name.includes(part))) {
  const sizes = SHARES.map((share) => Math.round(full * share))
  const times = []
  let gaps = []
  let bytes = 0
  for (const size of sizes) {
    if (times.some((time) => time > MOST_PATIENCE)) break
    const files = make(size)
    bytes = files.reduce((sum, { content }) => sum + content.length, 0)
    const { cpu, result } = await scan(files)
    times.push(cpu)
    gaps = [...new Set([...result.partial, ...result.skipped].map(({ reason }) => reason))]
  }
  const growth = exponentOf(sizes.slice(times.length - 2, times.length), times.slice(-2))
  const last = times[times.length - 1]
  record(name, last, 'ms')
  rows.push({ name, times, last, growth, bytes, gaps })
  console.log(
    [
      name.padEnd(60),
      `${(bytes / 1000).toFixed(0)} KB`.padStart(8),
      ...times.map((time) => time.toFixed(0).padStart(6)),
      growth.toFixed(2).padStart(6),
      gaps.join(),
    ].join('  '),
  )
}
await scanner.close()

const worst = rows.toSorted((left, right) => right.last - left.last).slice(0, 25)
const cells = worst.map(({ name, times, growth, bytes, gaps }) => [
  name,
  `${(bytes / 1000).toFixed(0)} KB`,
  ...times.map((time) => `${time.toFixed(0)} ms`),
  growth.toFixed(2),
  gaps.join(),
])
console.log(`\n${formatTable([['the slowest', 'size', 'a quarter', 'half', 'whole', 'growth', 'gaps'], ...cells])}\n`)
judge('the slowest of all hostile inputs, CPU', (worst[0]?.last ?? 0) / 1000, MOST_SECONDS, { unit: 's' })

async function scan(files) {
  globalThis.gc?.()
  const before = process.cpuUsage()
  const result = await scanner.scan(files, { includeVendored: true })
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / 1000, result }
}

/** Grammars are loaded and rules compiled when the first file of a language comes. */
async function warmUp() {
  for (const { make } of HOSTILE_INPUTS) await scan(make(4))
}
