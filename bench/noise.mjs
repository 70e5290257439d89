// Lists the findings in widely used code: `npm run rules:noise [-- FOLDER… --every N]`. Default folders: installed packages, the standard library and
// the packages of Python, and the downloaded applications of `npm run bench -- applications`. The packages of a folder are scanned one after the
// other, with `--every` each nth of them. Findings per 10,000 lines by rule, most frequent first.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { root } from '../tools/root.mjs'
import { build } from './lib/engine.mjs'
import { formatTable } from './lib/measure.mjs'
import { timeCommand } from './lib/time-command.mjs'
import { APPLICATIONS } from './lib/unpack-application.mjs'

const CODE = new Set(['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.py', '.vue', '.svelte', '.astro', '.html', '.ipynb'])
/** Targets: at most one finding of these severities per number of lines, and one of more than low confidence. */
const LINES_FOR_HIGH = 20_000
const LINES_FOR_SURE = 3_000
/** Skipped next to packages: other package folders, compiler output, tests of the language itself. */
const SKIPPED = /^(?:\.|__pycache__$|(?:site|dist)-packages$|tests?$)|\.(?:dist|egg)-info$/

const { named, every } = readArguments(process.argv.slice(2))
const trees = (named.length > 0 ? named : chooseFolders()).flatMap(splitFolder).filter((_, index) => index % every === 0)
const counts = new Map()
const totals = []
const unfinished = []
for (const [index, { name, paths }] of trees.entries()) {
  const lines = paths.reduce((total, path) => total + countLines(path), 0)
  if (lines === 0) continue
  const words = ['scan', ...paths, '--no-ignore', '--include-vendored', '--pack', 'full', '--format', 'json', '--quiet', '--fail-on', 'never']
  const { stdout, stderr, status, cpu, timedOut } = timeCommand([process.execPath, join(build, 'adapters/cli/main.js'), ...words])
  if (timedOut || status !== 0) {
    unfinished.push({ name, lines, why: timedOut ? 'took more than ten minutes' : `ended with ${status}: ${stderr.trim().split('\n').at(-1)}` })
    console.error(`assay: ${index + 1} of ${trees.length}  ${name}: ${unfinished.at(-1).why}`)
    continue
  }
  const { findings } = JSON.parse(stdout)
  const high = findings.filter(({ severity }) => severity === 'critical' || severity === 'high').length
  const sure = findings.filter(({ confidence }) => confidence !== 'low').length
  totals.push({ name, lines, all: findings.length, high, sure, cpu })
  console.error(`assay: ${index + 1} of ${trees.length}  ${name}: ${lines} lines, ${findings.length} findings, ${(cpu / 1000).toFixed(1)} s of CPU`)
  for (const { rule, severity, confidence } of findings) {
    const count = counts.get(rule) ?? { all: 0, high: 0, sure: 0 }
    counts.set(rule, {
      all: count.all + 1,
      high: count.high + (severity === 'critical' || severity === 'high' ? 1 : 0),
      sure: count.sure + (confidence === 'low' ? 0 : 1),
    })
  }
}
if (totals.length === 0) fail('nothing was scanned to its end')
const sum = (key) => totals.reduce((total, each) => total + each[key], 0)
const lines = sum('lines')
const per = (count) => ((10_000 * count) / lines).toFixed(2)
console.log(
  formatTable([
    ['', 'lines', 'findings', 'critical, high', 'not low confidence', 'CPU s'],
    ...totals
      .filter(({ all }) => all > 0)
      .map(({ name, lines: own, all, high, sure, cpu }) => [name, own, all, high, sure, (cpu / 1000).toFixed(0)].map(String)),
  ]),
)
console.log(
  `\nOne critical or high in ${Math.round(lines / Math.max(1, sum('high')))} lines (asked: ${LINES_FOR_HIGH}), one of more than low confidence in ${Math.round(lines / Math.max(1, sum('sure')))} (asked: ${LINES_FOR_SURE}).\n`,
)
for (const { name, lines: own, why } of unfinished) console.log(`Not counted: ${name}, ${own} lines, ${why}.`)
console.log(
  formatTable([
    ['rule', 'findings', 'per 10,000 lines', 'critical, high', 'not low confidence'],
    ...[...counts]
      .toSorted(([, left], [, right]) => right.all - left.all)
      .map(([rule, { all, high, sure }]) => [rule, String(all), per(all), String(high), String(sure)]),
  ]),
)

function chooseFolders() {
  const code = 'import sysconfig; print(sysconfig.get_path("stdlib")); print(sysconfig.get_path("purelib"))'
  const { stdout = '' } = spawnSync('python3', ['-c', code], { encoding: 'utf8' })
  const files = join(APPLICATIONS, 'files')
  const applications = existsSync(files) ? readdirSync(files).flatMap((name) => (name.endsWith('.stamp') ? [] : [join(files, name)])) : []
  return [join(root, 'node_modules'), ...stdout.trim().split('\n'), ...applications].filter((folder) => folder !== '' && existsSync(folder))
}

/** In a folder of packages each package is scanned separately, and loose files together, to limit memory. */
function splitFolder(folder) {
  const name = basename(folder)
  if (!/^(?:node_modules|site-packages|dist-packages|python3\.\d+)$/.test(name)) return [{ name, paths: [folder] }]
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !SKIPPED.test(entry.name))
  const loose = entries.filter((entry) => entry.isFile() && CODE.has(extname(entry.name))).map((entry) => join(folder, entry.name))
  const packages = entries
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => (entry.name.startsWith('@') ? readdirSync(join(folder, entry.name)).map((part) => `${entry.name}/${part}`) : [entry.name]))
  return [
    ...(loose.length > 0 ? [{ name: `${name}, files`, paths: loose }] : []),
    ...packages.toSorted().map((part) => ({ name: part, paths: [join(folder, part)] })),
  ]
}

function readArguments(given) {
  const rest = [...given]
  const at = rest.indexOf('--every')
  const every = at < 0 ? 1 : Number(rest.splice(at, 2)[1])
  if (!Number.isInteger(every) || every < 1) fail('--every needs a whole number from 1')
  const option = rest.find((word) => word.startsWith('--'))
  if (option !== undefined) fail(`there is no option \`${option}\`: --every`)
  return { named: rest.map((path) => resolve(path)), every }
}

function countLines(path) {
  if (statSync(path).isFile()) return readFileSync(path, 'latin1').split('\n').length
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.has(extname(entry.name)) && !entry.name.endsWith('.d.ts'))
    .reduce((total, entry) => total + readFileSync(join(entry.parentPath, entry.name), 'latin1').split('\n').length, 0)
}

function fail(message) {
  console.error(`assay: ${message}`)
  process.exit(2)
}
