// Measures the costs of more rules: all compared to few, with and without data flow, and loading them: `npm run bench -- rules [MB]`
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EARLY_RULES } from './lib/early-rules.mjs'
import { build, describeMachine } from './lib/engine.mjs'
import { formatTable, measureInTurns, median, medianRatio, percent, spread } from './lib/measure.mjs'
import { openChosen } from './lib/open-chosen.mjs'
import { readCorpusFiles } from './lib/pinned-corpus.mjs'
import { judge, record } from './lib/records.mjs'

const ROUNDS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 5)
const LOADS = 9

const files = readCorpusFiles({ bytes: Number(process.argv[2] ?? 4) * 1e6 }).map(({ path, bytes }) => ({ path, content: bytes }))
const size = files.reduce((sum, { content }) => sum + content.length, 0)
const { packs } = JSON.parse(readFileSync(join(build, 'rules.json'), 'utf8'))
const starred = new Set(packs.find(({ path }) => /\/public\.\w+$/.test(path)).parsed.rules)
const early = new Set(EARLY_RULES)

const ALL = 'all rules'
const EARLY = 'the early rules'
const PLAIN = 'all rules without data flow'
const STARRED = 'public rules without data flow'
const scanners = new Map([
  [EARLY, await openChosen(({ id }) => early.has(id))],
  [ALL, await openChosen(() => true)],
  [STARRED, await openChosen(({ id, followsData }) => starred.has(id) && !followsData)],
  [PLAIN, await openChosen(({ followsData }) => !followsData)],
])
const phases = new Map()
console.log(
  `${describeMachine()}; ${files.length} files, ${(size / 1e6).toFixed(1)} MB; one warm process, medians of ${ROUNDS} rounds in turns, CPU time`,
)
const variants = [...scanners].map(([name, scanner]) => ({ name, run: () => scan(name, scanner) }))
const times = await measureInTurns(variants, { rounds: ROUNDS, warmups: 2 })
const rows = [...times].map(([name, values]) => {
  record(name, median(values), 'ms', spread(values))
  const told = Object.entries(phases.get(name)).map(([phase, time]) => `${phase} ${time.toFixed(0)}`)
  return [
    `${name} (${scanners.get(name).rules.length})`,
    `${median(values).toFixed(0)} ms`,
    `± ${percent(spread(values))}`,
    `${(size / median(values) / 1000).toFixed(1)} MB/s`,
    told.join(', '),
  ]
})
console.log(formatTable([['', 'CPU', 'spread', 'speed', 'phases of the last round, in ms'], ...rows]))
const loads = Array.from({ length: LOADS }, loadAll)
record('loading all rules before the first file', median(loads), 'ms', spread(loads))
judge('a scan with all rules, of that with the early ones', medianRatio(times.get(ALL), times.get(EARLY)), 1.3)
judge('throughput without data flow, all rules, of that with the public ones', medianRatio(times.get(STARRED), times.get(PLAIN)), 0.85, {
  unit: '%',
  least: true,
})
judge('loading all rules before the first file, CPU', Math.min(...loads), 50, { unit: 'ms' })
await Promise.all([...scanners.values()].map((scanner) => scanner.close()))

async function scan(name, scanner) {
  await scanner.scan(files, { includeVendored: true, onStats: (stats) => phases.set(name, stats.phases) })
}

/** In a separate process, with its modules already loaded. */
function loadAll() {
  const code = `
import { createScanner, tuneProcess } from ${JSON.stringify(join(build, 'src/node/index.js'))}
tuneProcess()
const before = process.cpuUsage()
await createScanner({ packs: ['full'] })
const { user, system } = process.cpuUsage(before)
console.log((user + system) / 1000)
`
  return Number(spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).stdout)
}
