// Measures a cold start: `npm run bench -- startup`
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, describeMachine } from './lib/engine.mjs'
import { formatTable, median, spread } from './lib/measure.mjs'
import { judge, record } from './lib/records.mjs'

const RUNS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 9)
/** In milliseconds, on an idle machine with two cores, where an empty Node process takes 40 ms of wall and CPU time. */
const LIMITS = { wall: 500, overNode: 250, rules: 150, load: 50, empty: 40 }

const MAIN = join(build, 'adapters/cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'assay-startup-'))
writeFileSync(join(folder, 'a.js'), "const { exec } = require('child_process')\nmodule.exports = (req) => exec('ls ' + req.query.dir)\n")
writeFileSync(join(folder, 'a.py'), 'import os\nfrom flask import request\nos.system(request.args["a"])\n')
writeFileSync(join(folder, 'a.txt'), 'nothing\n')

/** Makes a process print its CPU time in microseconds at its end. */
const REPORT = `data:text/javascript,${encodeURIComponent("process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write(`assay-cpu ${user + system}`) })")}`

/**
 * With the settings of the command line. The CPU time of the start is subtracted, so that loading rules, grammars and compiling for these files
 * remains.
 */
const LOAD = (files, pack = 'public') => `
import { createScanner, tuneProcess } from ${JSON.stringify(join(build, 'src/node/index.js'))}
import { readFileSync } from 'node:fs'
tuneProcess()
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
const imported = cpu()
const scanner = await createScanner({ packs: ['${pack}'] })
const created = cpu()
await scanner.scan(${JSON.stringify(files)}.map((path) => ({ path, content: readFileSync(path) })))
console.log(JSON.stringify({ imported, created: created - imported, scanned: cpu() - created }))
`

const commands = [
  { name: 'node -e 0', words: ['-e', '0'] },
  { name: 'assay --version', words: [MAIN, '--version'] },
  { name: 'assay scan a.txt', words: [MAIN, 'scan', 'a.txt'] },
  { name: 'assay scan a.js, 30 rules', words: [MAIN, 'scan', '--pack', 'public', 'a.js'] },
  { name: 'assay scan a.js, all rules', words: [MAIN, 'scan', 'a.js'] },
  { name: 'assay scan a.py, all rules', words: [MAIN, 'scan', 'a.py'] },
]
const times = new Map(commands.map(({ name }) => [name, { wall: [], cpu: [] }]))
for (let run = -1; run < RUNS; run++) {
  for (const { name, words } of commands) {
    const { wall, cpu } = timeOf(words)
    if (run < 0) continue
    times.get(name).wall.push(wall)
    times.get(name).cpu.push(cpu)
  }
}
console.log(`${describeMachine()}; ${RUNS} runs each, in turns`)
console.log(
  formatTable([
    ['', 'wall, median', 'least', 'CPU, median', 'least', 'spread'],
    ...[...times].map(([name, { wall, cpu }]) => [
      name,
      ms(median(wall)),
      ms(Math.min(...wall)),
      ms(median(cpu)),
      ms(Math.min(...cpu)),
      `± ${(spread(cpu) * 100).toFixed(0)} %`,
    ]),
  ]),
)
for (const [name, { wall, cpu }] of times) {
  record(`${name}, wall`, median(wall), 'ms', spread(wall))
  record(`${name}, CPU`, median(cpu), 'ms', spread(cpu))
}
const empty = Math.min(...times.get('node -e 0').cpu)
console.log(`\nCPU of parts, median of ${RUNS}`)
const rows = [
  { files: ['a.js'], pack: 'public' },
  { files: ['a.py'], pack: 'public' },
  { files: ['a.js', 'a.py'], pack: 'public' },
  { files: ['a.js'], pack: 'full' },
].map(({ files, pack }) => {
  const parts = Array.from({ length: RUNS }, () => JSON.parse(run(['--input-type=module', '-e', LOAD(files, pack)]).stdout))
  const part = (name) => median(parts.map((each) => each[name]))
  return { name: `${files.join(' and ')}, ${pack}`, imported: part('imported') - empty, created: part('created'), scanned: part('scanned') }
})
console.log(
  formatTable([
    ['', 'modules', 'rules read and checked', 'grammar, rules compiled, file scanned'],
    ...rows.map(({ name, imported, created, scanned }) => [name, ms(imported), ms(created), ms(scanned)]),
  ]),
)
const slower = Math.max(1, empty / LIMITS.empty)
console.log(`\nan empty process takes ${ms(empty)} of CPU here, ${slower.toFixed(1)} times as long as on the machine that the limits are for`)
judge('loading 30 rules with the grammar they need, CPU', (rows[0].created + rows[0].scanned) / slower, LIMITS.rules, { unit: 'ms' })
judge('loading all rules before the first file, CPU', rows[3].created / slower, LIMITS.load, { unit: 'ms' })
// On an idle machine, wall time is the same.
judge('`assay scan` on one small file, CPU', Math.min(...times.get('assay scan a.js, all rules').cpu) / slower, LIMITS.wall, { unit: 'ms' })
const over = median(times.get('assay scan a.js, all rules').wall.map((wall, index) => wall - times.get('node -e 0').wall[index]))
judge('`assay scan` on one small file, over `node -e 0`, wall', over / slower, LIMITS.overNode, { unit: 'ms' })
rmSync(folder, { recursive: true })

function timeOf(words) {
  const started = performance.now()
  const { stderr } = run(['--import', REPORT, ...words])
  const wall = performance.now() - started
  return { wall, cpu: Number(/assay-cpu (\d+)/.exec(stderr)?.[1]) / 1000 }
}

function run(words) {
  return spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } })
}

function ms(value) {
  return `${value.toFixed(0)} ms`
}
