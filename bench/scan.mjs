// Whole scans of the corpus against parsing every file of it once: `npm run bench -- scan [MB]`
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../tools/root.mjs'
import { build, describeMachine } from './lib/engine.mjs'
import { formatTable, median, medianRatio, percent, spread } from './lib/measure.mjs'
import { corpusFolder, readCorpusFiles, sampleFolder } from './lib/pinned-corpus.mjs'
import { judge, record, skip } from './lib/records.mjs'
import { timeInTurns } from './lib/time-command.mjs'

const ROUNDS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 3)
const MAIN = join(build, 'adapters/cli/main.js')
const PARSE = fileURLToPath(new URL('lib/parse-all.mjs', import.meta.url))
const WARM = fileURLToPath(new URL('lib/scan-warm.mjs', import.meta.url))

const megabytes = process.argv[2] === undefined ? undefined : Number(process.argv[2])
const files = readCorpusFiles(megabytes === undefined ? {} : { bytes: megabytes * 1e6 })
const folder = megabytes === undefined ? corpusFolder : sampleFolder('scan', files)
const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
const results = join(root, '.cache/bench-results')
mkdirSync(results, { recursive: true })

const help = spawnSync(process.execPath, [MAIN, 'scan', '--help'], { encoding: 'utf8' }).stdout
const workersFlag = /--(?:workers|jobs|threads)\b/.exec(help)?.[0]
const cacheFlag = /--no-cache\b/.exec(help)?.[0]
const workerCounts = workersFlag === undefined ? [undefined] : [1, 2]
if (workersFlag === undefined) skip('two workers: `assay scan` has no option for them')

const scans = ['public', 'full'].flatMap((pack) =>
  workerCounts.map((workers) => ({ pack, workers, name: nameOf(pack, workers), output: join(results, `scan-${pack}-${workers ?? 1}.json`) })),
)
const commands = [
  ...workerCounts.map((workers = 1) => ({
    name: `parse alone, ${plural(workers)}`,
    words: [process.execPath, PARSE, folder, String(workers)],
  })),
  ...scans.map(({ name, pack, workers, output }) => ({
    name,
    words: [
      process.execPath,
      MAIN,
      'scan',
      folder,
      ...['--pack', pack, '--no-ignore', '--quiet', '--fail-on', 'never', '--format', 'json', '--output', output],
      ...(workers === undefined ? [] : [workersFlag, String(workers)]),
      ...(cacheFlag === undefined ? [] : [cacheFlag]),
    ],
  })),
]
console.log(`${describeMachine()}; ${files.length} files, ${(size / 1e6).toFixed(1)} MB; cold processes, ${ROUNDS} rounds in turns, medians`)
const times = timeInTurns(commands, ROUNDS)
const rows = [...times].map(([name, runs]) => {
  const broken = runs.find(({ status }) => status !== 0)
  if (broken !== undefined) console.log(`${name} ended with ${broken.status}: ${broken.stderr.trim().split('\n').at(-1)}`)
  const [cpu, wall] = [runs.map((run) => run.cpu), runs.map((run) => run.wall)]
  record(`${name}, CPU`, median(cpu), 'ms', spread(cpu))
  record(`${name}, wall`, median(wall), 'ms', spread(wall))
  record(`${name}, peak memory`, Math.max(...runs.map(({ peak }) => peak)), 'MB')
  return [
    name,
    `${median(cpu).toFixed(0)} ms`,
    `± ${percent(spread(cpu))}`,
    `${median(wall).toFixed(0)} ms`,
    `${(size / median(cpu) / 1000).toFixed(1)} MB/s`,
    `${Math.max(...runs.map(({ peak }) => peak)).toFixed(0)} MB`,
  ]
})
console.log(formatTable([['cold process', 'CPU', 'spread', 'wall', 'of CPU time', 'peak'], ...rows]))

for (const workers of workerCounts) {
  const [parse, few, all] = [`parse alone, ${plural(workers ?? 1)}`, nameOf('public', workers), nameOf('full', workers)].map((name) =>
    times.get(name),
  )
  const ratio = (left, right, by) =>
    medianRatio(
      left.map((run) => run[by]),
      right.map((run) => run[by]),
    )
  judge(`all rules, cold, of parsing every file (${plural(workers ?? 1)}, CPU)`, ratio(all, parse, 'cpu'), 1)
  judge(`all rules, cold, of parsing every file (${plural(workers ?? 1)}, wall)`, ratio(all, parse, 'wall'), 1)
  judge(`throughput with all rules, of that with 30 (${plural(workers ?? 1)})`, ratio(few, all, 'cpu'), 0.85, { unit: '%', least: true })
}
if (workerCounts.length === 2) {
  const wall = (name) => times.get(name).map((run) => run.wall)
  judge('two workers against one, all rules, wall', medianRatio(wall(nameOf('full', 1)), wall(nameOf('full', 2))), 1.7, { least: true })
  const [one, two] = [1, 2].map((workers) => hashOf(join(results, `scan-full-${workers}.json`)))
  judge('results of one and two workers that differ', one === two ? 0 : 1, 0)
}
judge('peak memory of a cold scan', Math.max(...times.get(nameOf('full', workerCounts.at(-1))).map(({ peak }) => peak)), 500, { unit: 'MB' })
for (const { name, output } of scans)
  if (existsSync(output)) console.log(`${name}: ${JSON.parse(readFileSync(output, 'utf8')).findings.length} findings, ${hashOf(output).slice(0, 16)}`)

console.log('\nwarm: the second scan of one process')
for (const pack of ['public', 'full']) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [WARM, pack, megabytes === undefined ? 'all' : String(megabytes * 1e6), '2'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (status !== 0) {
    skip(`warm scan, ${pack}: ${stderr.trim().split('\n').at(-1)}`)
    continue
  }
  const { rules, times: runs } = JSON.parse(stdout)
  const { cpu, stats } = runs[1]
  record(`warm scan, ${pack}`, cpu, 'ms')
  console.log(
    `${rules} rules: ${cpu.toFixed(0)} ms CPU, ${(size / cpu / 1000).toFixed(1)} MB/s; ${stats.filesParsed} of ${stats.files} files parsed, ${stats.filesSpared} spared`,
  )
  console.log(
    `  ${Object.entries(stats.phases)
      .map(([phase, time]) => `${phase} ${Number(time).toFixed(0)} ms`)
      .join(', ')}`,
  )
}

function nameOf(pack, workers) {
  return `assay, ${pack === 'public' ? '30 rules' : 'all rules'}, ${plural(workers ?? 1)}`
}

function plural(workers) {
  return workers === 1 ? '1 worker' : `${workers} workers`
}

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
