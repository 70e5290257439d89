// What the rules report in code that thousands use and read: `npm run rules:noise [-- FOLDER…]`. Without folders: what is installed here, the standard library of Python,
// and the applications of `npm run bench -- applications` as far as they were fetched. Findings by 10,000 lines, by rule, the loudest first.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { root } from '../tools/root.mjs'
import { build } from './lib/engine.mjs'
import { formatTable } from './lib/measure.mjs'
import { timeCommand } from './lib/time-command.mjs'

const CODE = new Set(['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.py', '.vue', '.svelte', '.astro', '.html', '.ipynb'])
const APPLICATIONS = join(root, '.cache/applications')
/** What is asked for: one of these severities in so many lines, and one of more than low confidence. */
const LINES_FOR_HIGH = 20_000
const LINES_FOR_SURE = 3_000

const named = process.argv.slice(2).map((path) => resolve(path))
const folders = named.length > 0 ? named : chooseFolders()
const counts = new Map()
const totals = []
for (const folder of folders) {
  const words = ['scan', folder, '--no-ignore', '--include-vendored', '--pack', 'full', '--format', 'json', '--quiet', '--fail-on', 'never']
  const { stdout, cpu } = timeCommand([process.execPath, join(build, 'adapters/cli/main.js'), ...words])
  const { findings } = JSON.parse(stdout)
  const lines = countLines(folder)
  const high = findings.filter(({ severity }) => severity === 'critical' || severity === 'high').length
  const sure = findings.filter(({ confidence }) => confidence !== 'low').length
  totals.push({ name: basename(folder), lines, all: findings.length, high, sure, cpu })
  for (const { rule, severity, confidence } of findings) {
    const count = counts.get(rule) ?? { all: 0, high: 0, sure: 0 }
    counts.set(rule, {
      all: count.all + 1,
      high: count.high + (severity === 'critical' || severity === 'high' ? 1 : 0),
      sure: count.sure + (confidence === 'low' ? 0 : 1),
    })
  }
}
const sum = (key) => totals.reduce((total, each) => total + each[key], 0)
const lines = sum('lines')
const per = (count) => ((10_000 * count) / lines).toFixed(2)
console.log(
  formatTable([
    ['', 'lines', 'findings', 'critical, high', 'not low confidence', 'CPU s'],
    ...totals.map(({ name, lines: own, all, high, sure, cpu }) => [name, own, all, high, sure, (cpu / 1000).toFixed(0)].map(String)),
  ]),
)
console.log(
  `\nOne critical or high in ${Math.round(lines / Math.max(1, sum('high')))} lines (asked: ${LINES_FOR_HIGH}), one of more than low confidence in ${Math.round(lines / Math.max(1, sum('sure')))} (asked: ${LINES_FOR_SURE}).\n`,
)
console.log(
  formatTable([
    ['rule', 'findings', 'per 10,000 lines', 'critical, high', 'not low confidence'],
    ...[...counts]
      .toSorted(([, left], [, right]) => right.all - left.all)
      .map(([rule, { all, high, sure }]) => [rule, String(all), per(all), String(high), String(sure)]),
  ]),
)

function chooseFolders() {
  const { stdout = '' } = spawnSync('python3', ['-c', 'import sysconfig; print(sysconfig.get_path("stdlib"))'], { encoding: 'utf8' })
  const applications = existsSync(APPLICATIONS) ? readdirSync(APPLICATIONS).map((name) => join(APPLICATIONS, name)) : []
  return [join(root, 'node_modules'), stdout.trim(), ...applications].filter((folder) => folder !== '' && existsSync(folder))
}

function countLines(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.has(extname(entry.name)) && !entry.name.endsWith('.d.ts'))
    .reduce((total, entry) => total + readFileSync(join(entry.parentPath, entry.name), 'latin1').split('\n').length, 0)
}
