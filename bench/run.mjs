// `npm run bench [-- NAME…] [--short] [--json FILE] [--chart]`: the benchmarks by name, or all that the project's promises are about.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildOrExit } from '../tools/build.mjs'
import { root } from '../tools/root.mjs'
import { describeMachine } from './lib/engine.mjs'
import { formatCosts } from './lib/cost-page.mjs'
import { formatSummary } from './lib/summary.mjs'

/** Benchmarks whose results are in `docs/bench.md`. */
const COSTS = ['applications-cost', 'packages-cost']
/** Benchmarks that `npm run bench` runs by default: those with a target. This takes about an hour on an idle machine. */
const ALL = [...COSTS, 'stages', 'rules', 'model-rows', 'startup', 'server', 'overhead', 'memory', 'flow-growth', 'flow-project']
const RESULTS = join(root, '.cache/bench-results')

const { names, words, short, json, chart } = readArguments(process.argv.slice(2))
const unknown = names.find((name) => !existsSync(join(root, 'bench', `${name}.mjs`)))
if (unknown !== undefined) {
  const known = readdirSync(join(root, 'bench')).flatMap((file) => (/^(?!run\b)[\w-]+(?=\.mjs$)/.exec(file) ?? [])[0] ?? [])
  console.error(`assay: there is no benchmark \`${unknown}\`: ${known.join(', ')}`)
  process.exit(2)
}
const chosen = short ? ['short'] : names.length > 0 ? names : ALL
mkdirSync(RESULTS, { recursive: true })
if (process.env.ASSAY_BENCH_BUILD === undefined) process.env.ASSAY_BENCH_BUILD = takeBuild()
for (const name of chosen) {
  console.log(`\n# ${name}\n`)
  const records = join(RESULTS, `${name}.jsonl`)
  writeFileSync(records, `${JSON.stringify({ kind: 'machine', text: describeMachine(), at: new Date().toISOString() })}\n`)
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(root, 'bench', `${name}.mjs`), ...words], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ASSAY_BENCH_RECORDS: records },
  })
  if (status !== 0) process.exitCode = 1
}
const suites = chosen.map(readSuite)
if (chosen.length > 1) console.log(`\n# summary\n\n${formatSummary(suites)}`)
if (json !== undefined) writeFileSync(json, `${JSON.stringify(suites, undefined, 2)}\n`)
if (chart) writeDocs(COSTS.filter((name) => existsSync(join(RESULTS, `${name}.jsonl`))).map(readSuite))

/** Chart and tables show the latest figures of each benchmark, whenever it ran. */
function writeDocs(latest) {
  const { markdown, svg } = formatCosts(latest)
  writeFileSync(join(root, 'docs/bench.svg'), svg)
  const page = join(root, 'docs/bench.md')
  const [start, end] = ['<!-- results -->\n', '<!-- end of results -->']
  const text = readFileSync(page, 'utf8')
  writeFileSync(page, `${text.slice(0, text.indexOf(start) + start.length)}\n${markdown}\n\n${text.slice(text.indexOf(end))}`)
}

function readSuite(name) {
  const [machine, ...entries] = readFileSync(join(RESULTS, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { name, machine: machine.text, at: machine.at, entries }
}

/** A copy of the build, because a run takes long and the sources may change meanwhile. */
function takeBuild() {
  buildOrExit()
  const copy = join(root, '.cache/bench-build')
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true })
  // Files that mark the root of the package, and contain its version.
  for (const file of ['rules.schema.json', 'package.json']) cpSync(join(root, file), join(copy, file))
  return join(copy, 'dist')
}

/** Benchmark names come first, followed by their arguments. `--chart` is on if all are run. */
function readArguments(given) {
  const rest = [...given]
  const flag = (name) => rest.includes(name) && rest.splice(rest.indexOf(name), 1).length > 0
  const at = rest.indexOf('--json')
  const file = at < 0 ? undefined : rest.splice(at, 2)[1]
  const [isShort, wantsChart] = [flag('--short'), flag('--chart')]
  const isName = (word) => /^[a-z][a-z-]*$/.test(word) && (existsSync(join(root, 'bench', `${word}.mjs`)) || rest[0] === word)
  const benchmarks = rest.filter(isName)
  return {
    names: benchmarks,
    words: rest.filter((word) => !isName(word)),
    short: isShort,
    json: file,
    chart: wantsChart || (rest.length === 0 && !isShort),
  }
}
