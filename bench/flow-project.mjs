// Measures a large project with and without the data-flow rules: `npm run bench -- flow-project [MB] [FILES]`
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describeMachine } from './lib/engine.mjs'
import { formatTable, median, medianRatio, percent, spread } from './lib/measure.mjs'
import { judge, record } from './lib/records.mjs'

const ROUNDS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 3)
const [megabytes = '20', count = '2000'] = process.argv.slice(2)
const script = fileURLToPath(new URL('lib/scan-project.mjs', import.meta.url))

const variants = ['without', 'with']
const runs = new Map(variants.map((name) => [name, []]))
console.log(`${describeMachine()}; cold processes, ${ROUNDS} rounds in turns, CPU time of a whole scan`)
for (let round = 0; round < ROUNDS; round++) {
  for (const name of variants) {
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, megabytes, count, name, String(round)], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    if (status !== 0) throw new Error(stderr)
    runs.get(name).push(JSON.parse(stdout))
  }
}
const [{ files, bytes }] = runs.get('with')
console.log(`${files} files of JavaScript and TypeScript, ${(bytes / 1e6).toFixed(1)} MB, one project with flows over files among them`)
const rows = variants.map((name) => {
  const all = runs.get(name)
  const cpu = all.map((run) => run.cpu)
  record(`${name} rules about data flow`, median(cpu), 'ms', spread(cpu))
  const [first] = all
  return [
    `${first.rules} rules, ${name} data flow`,
    `${median(cpu).toFixed(0)} ms`,
    `± ${percent(spread(cpu))}`,
    `${Math.max(...all.map(({ peak }) => peak)).toFixed(0)} MB`,
    String(first.parsed),
    String(first.findings),
    String(first.planted),
  ]
})
console.log(formatTable([['', 'CPU', 'spread', 'peak', 'parsed', 'findings', 'planted']].concat(rows)))
console.log(
  `phases with data flow: ${Object.entries(runs.get('with')[0].phases)
    .map(([phase, time]) => `${phase} ${Number(time).toFixed(0)} ms`)
    .join(', ')}`,
)
const cpu = (name) => runs.get(name).map((run) => run.cpu)
judge('a scan with the rules about data flow, of one without', medianRatio(cpu('with'), cpu('without')), 2.5)
judge('peak memory', Math.max(...runs.get('with').map(({ peak }) => peak)), 1000, { unit: 'MB' })
// Each round scans the files in another order.
judge('results that differ by the order of files', new Set(runs.get('with').map(({ hash }) => hash)).size - 1, 0)
