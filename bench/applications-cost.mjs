// Measures whole scans of the pinned applications: `npm run bench -- applications-cost [NAME…]`
// One and two threads, the parse baseline, a second scan after one changed file, and other scanners on the same files.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readPinnedApplications } from '../tools/oracle/pinned-applications.mjs'
import { root } from '../tools/root.mjs'
import { changeOneFile, copyApplication } from './lib/copy-application.mjs'
import { describeMachine } from './lib/engine.mjs'
import { formatTable, median, percent } from './lib/measure.mjs'
import { chooseRivals, parseCommand } from './lib/rivals.mjs'
import { judge, recordRow } from './lib/records.mjs'
import { readScan, scanCommand } from './lib/scan-command.mjs'
import { timeCommand, timeInTurns } from './lib/time-command.mjs'

const ROUNDS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 1)
const SCRATCH = join(root, '.cache/bench-applications')
/** Milliseconds for one scan of any scanner. */
const TIMEOUT = 1_200_000
const TITLES = [
  'application',
  'files',
  'MB',
  'parse',
  'CPU',
  'of parse',
  'wall',
  'wall, 2',
  'MB peak',
  'flow',
  'match',
  'changed',
  'gaps',
  'rivals (CPU)',
]

const names = process.argv.slice(2)
const applications = readPinnedApplications().filter(({ name }) => names.length === 0 || names.includes(name))
const missing = names.find((name) => !applications.some((application) => application.name === name))
if (missing !== undefined) {
  console.error(
    `assay: test/oracle/applications.json has no application \`${missing}\`. It has ${readPinnedApplications()
      .map(({ name }) => name)
      .join(', ')}.`,
  )
  process.exit(2)
}
mkdirSync(SCRATCH, { recursive: true })
console.log(`${describeMachine()}; all rules; cold processes in turns, medians of ${ROUNDS}`)
const rows = []
for (const application of applications) {
  const row = measureApplication(application)
  rows.push(row)
  recordRow('application', row)
  console.error(formatTable([TITLES, cellsOf(row)]))
}
console.log(formatTable([TITLES, ...rows.map(cellsOf)]))
judgeAll()

/** Times are milliseconds, memory megabytes. */
function measureApplication(application) {
  const { folder, files, bytes } = copyApplication(application)
  const outputs = { one: join(SCRATCH, 'one.json'), two: join(SCRATCH, 'two.json') }
  const own = [
    { name: 'parse', words: parseCommand(folder, 1) },
    { name: 'one', words: scanCommand({ output: outputs.one, workers: 0 }), cwd: folder, timeout: TIMEOUT },
    { name: 'two', words: scanCommand({ output: outputs.two, workers: 2 }), cwd: folder, timeout: TIMEOUT },
  ]
  const rivals = chooseRivals(folder, SCRATCH).map((rival) => ({ ...rival, timeout: TIMEOUT }))
  const times = timeInTurns([...own, ...rivals], ROUNDS)
  const { phases, gaps, findings } = readScan(times.get('one').at(-1), outputs.one)
  readScan(times.get('two').at(-1), outputs.two)
  return {
    name: application.name,
    version: application.version,
    files,
    bytes,
    findings,
    gaps,
    phases,
    ...Object.fromEntries(own.map(({ name }) => [name, summarise(times.get(name))])),
    changed: measureChange(folder),
    rivals: rivals.map(({ name, is }) => ({ name, is, ...summarise(times.get(name)) })),
  }
}

/** Fills a cache, changes a file, and scans again. */
function measureChange(folder) {
  const cache = join(SCRATCH, 'cache')
  rmSync(cache, { recursive: true, force: true })
  const output = join(SCRATCH, 'changed.json')
  const scan = () => {
    const run = timeCommand(scanCommand({ output, workers: 0, cache }), { cwd: folder, timeout: TIMEOUT })
    readScan(run, output)
    return summarise([run])
  }
  const first = scan()
  changeOneFile(folder)
  const { cpu, wall, peak } = scan()
  return { cpu, wall, peak, ofFirst: cpu / first.cpu }
}

function summarise(runs) {
  return {
    cpu: median(runs.map(({ cpu }) => cpu)),
    wall: median(runs.map(({ wall }) => wall)),
    peak: Math.max(...runs.map(({ peak }) => peak)),
    failed: runs.some(({ status, timedOut }) => timedOut || status === null || status > 1),
  }
}

function cellsOf({ name, files, bytes, parse, one, two, phases, changed, gaps, rivals }) {
  const whole = Object.values(phases).reduce((sum, time) => sum + time, 0)
  const seconds = (time) => `${(time / 1000).toFixed(1)} s`
  return [
    name,
    String(files),
    (bytes / 1e6).toFixed(1),
    seconds(parse.cpu),
    seconds(one.cpu),
    (one.cpu / parse.cpu).toFixed(1),
    seconds(one.wall),
    seconds(two.wall),
    Math.max(one.peak, two.peak).toFixed(0),
    percent((phases.flow ?? 0) / whole),
    percent((phases.match ?? 0) / whole),
    percent(changed.ofFirst),
    Object.entries(gaps)
      .map(([reason, count]) => `${reason} ${count}`)
      .join(', '),
    rivals.map(({ is, cpu, failed }) => `${is} ${failed ? 'failed' : seconds(cpu)}`).join(', '),
  ]
}

function judgeAll() {
  const most = (values) => Math.max(...values)
  judge('CPU of a scan ÷ CPU of parsing every file once: the worst application', most(rows.map(({ parse, one }) => one.cpu / parse.cpu)), 5)
  judge('CPU of a scan: the worst application', most(rows.map(({ one }) => one.cpu / 1000)), 20, { unit: 's' })
  judge('peak memory: the worst application', most(rows.map(({ one, two }) => Math.max(one.peak, two.peak))), 700, { unit: 'MB' })
  judge('CPU of a second scan after one changed file ÷ first scan: the worst application', most(rows.map(({ changed }) => changed.ofFirst)), 0.15, {
    unit: '%',
  })
  const bounded = rows.filter(({ gaps }) => Object.keys(gaps).some((reason) => reason.endsWith('-limit')))
  judge('applications whose scan reaches a bound', bounded.length / rows.length, 0.1, { unit: '%' })
}
