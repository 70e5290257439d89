// The benchmark of CI, in about 40 seconds: no stage may grow by more than 30% compared to parsing the same files: `npm run bench -- --short`.
// `npm run bench -- short calibrate` runs it eight times and prints new constants.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describeMachine } from './lib/engine.mjs'
import { measureInTurns, median } from './lib/measure.mjs'
import { openStages } from './lib/open-stages.mjs'
import { readSpreadCorpus } from './lib/read-corpus.mjs'
import { judge } from './lib/records.mjs'

/** UTF-16 units of JavaScript of the installed packages, and a third of that of TypeScript: they need no network, and the lock file pins them. */
const UNITS = 900_000
const ROUNDS = 6
/** Maximum growth of a stage. */
const GROWTH = 0.3
/** Runs of a calibration. */
const RUNS = 8

/**
 * For each stage: `share`, its time relative to parsing the same files (median of eight runs in separate processes), and `slack`, the relative
 * distance of the slowest of these runs, at least a fifth because machines differ. Lower them after an improvement. Raise them only with a reason in
 * the commit.
 *
 * @type {Readonly<Record<string, { share: number, slack: number }>>}
 */
const STAGES = {
  decode: { share: 0.0121, slack: 0.7 },
  prefilter: { share: 0.161, slack: 0.5 },
  // From 0.086 to 0.256 in runs of the same code.
  names: { share: 0.159, slack: 1 },
  'lower, all files': { share: 2.82, slack: 0.4 },
  'match, candidates': { share: 2.4, slack: 0.5 },
  'match, all rules on all files': { share: 12.1, slack: 0.3 },
  flow: { share: 2.31, slack: 0.4 },
  report: { share: 1.37, slack: 0.5 },
}

/** Repetitions for stages that are too fast to be measured once. */
const REPEATS = { decode: 20, prefilter: 5, report: 1 }

if (process.argv[2] === 'calibrate') calibrate()
else if (process.argv[2] === 'shares') console.log(JSON.stringify(await measureShares()))
else await check()

async function check() {
  const shares = await measureShares()
  let failed = false
  for (const [name, { share, slack }] of Object.entries(STAGES)) {
    if (!judge(`${name}, of parsing`, shares[name] ?? Number.NaN, share * (1 + GROWTH + slack))) failed = true
  }
  if (!failed) return
  console.error('assay: a stage takes over 30 % more of the time of parsing than it did when bench/short.mjs was calibrated')
  process.exitCode = 1
}

async function measureShares() {
  const files = readSpreadCorpus(UNITS).map(({ path, text }) => ({ path, text, bytes: Buffer.from(text) }))
  const { stages, rules, counts } = await openStages({ files })
  const times = await measureInTurns(
    stages.map(({ name, run }) => ({ name, run: () => repeat(REPEATS[name] ?? 1, run) })),
    { rounds: ROUNDS, warmups: 1 },
  )
  const parse = times.get('parse')
  console.error(
    `${describeMachine()}; ${rules} rules, ${counts.files} files, parsed in ${Math.min(...parse).toFixed(0)} ms; least of ${ROUNDS} rounds`,
  )
  const others = [...times].filter(([name]) => name !== 'parse')
  // The least of several rounds is the same on a busy machine; the median of five moved by 40 %.
  return Object.fromEntries(others.map(([name, values]) => [name, Math.min(...values) / Math.min(...parse) / (REPEATS[name] ?? 1)]))
}

function calibrate() {
  const runs = Array.from({ length: RUNS }, () => {
    const { stdout } = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), 'shares'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return JSON.parse(stdout)
  })
  for (const name of Object.keys(runs[0])) {
    const shares = runs.map((run) => run[name])
    const share = median(shares)
    console.log(
      `  ${/^\w+$/.test(name) ? name : `'${name}'`}: { share: ${share.toPrecision(3)}, slack: ${(Math.max(...shares) / share - 1).toFixed(2)} },`,
    )
  }
}

async function repeat(times, run) {
  for (let turn = 0; turn < times; turn++) await run()
}
