// What a cold start costs: `npm run bench -- startup`
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, describeMachine } from './engine.mjs'
import { formatTable, median, spread } from './measure.mjs'

const RUNS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 9)
/** In milliseconds, on an idle machine of two cores, where an empty Node process takes 40 ms of wall and CPU time. */
const LIMITS = { wall: 500, rules: 150, empty: 40 }

const MAIN = join(build, 'adapters/cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'assay-startup-'))
writeFileSync(join(folder, 'a.js'), "const { exec } = require('child_process')\nmodule.exports = (req) => exec('ls ' + req.query.dir)\n")
writeFileSync(join(folder, 'a.py'), 'import os\nfrom flask import request\nos.system(request.args["a"])\n')
writeFileSync(join(folder, 'a.txt'), 'nothing\n')

/** Makes a process tell its CPU time in microseconds when it ends. */
const REPORT = `data:text/javascript,${encodeURIComponent("process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write(`assay-cpu ${user + system}`) })")}`

/** CPU of this process from its start up to here is taken off: what is left is loading rules, grammars and compiling, for these files. */
const LOAD = (files) => `
import { createScanner } from ${JSON.stringify(join(build, 'src/node/index.js'))}
import { readFileSync } from 'node:fs'
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
const imported = cpu()
const scanner = await createScanner({ packs: ['public'] })
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
const empty = Math.min(...times.get('node -e 0').cpu)
console.log(`\nCPU of parts, median of ${RUNS}`)
const rows = [['a.js'], ['a.py'], ['a.js', 'a.py']].map((files) => {
  const parts = Array.from({ length: RUNS }, () => JSON.parse(run(['--input-type=module', '-e', LOAD(files)]).stdout))
  const part = (name) => median(parts.map((each) => each[name]))
  return { files, imported: part('imported') - empty, created: part('created'), scanned: part('scanned') }
})
console.log(
  formatTable([
    ['', 'modules', 'rules read and checked', 'grammar, rules compiled, file scanned'],
    ...rows.map(({ files, imported, created, scanned }) => [files.join(' and '), ms(imported), ms(created), ms(scanned)]),
  ]),
)
const slower = Math.max(1, empty / LIMITS.empty)
console.log(`\nan empty process takes ${ms(empty)} of CPU here, ${slower.toFixed(1)} times as long as on the machine that the limits are for`)
judge('loading 30 rules with the grammar they need', (rows[0].created + rows[0].scanned) / slower, LIMITS.rules)
judge(
  '`assay scan` on one small file, CPU (an idle machine takes as long by the clock)',
  Math.min(...times.get('assay scan a.js, all rules').cpu) / slower,
  LIMITS.wall,
)
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

function judge(what, milliseconds, limit) {
  console.log(`${milliseconds < limit ? 'ok    ' : 'OVER  '}${what}: ${ms(milliseconds)}, limit ${limit} ms`)
}

function ms(value) {
  return `${value.toFixed(0)} ms`
}
