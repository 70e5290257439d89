// Measures a whole scan of 100 MB of packages: `npm run bench -- packages-cost [MB]`
// Growth with size, one and two threads, the parse baseline, and other scanners on the same files.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/root.mjs'
import { describeMachine } from './lib/engine.mjs'
import { exponentOf, formatTable, median } from './lib/measure.mjs'
import { readCorpusFiles, sampleFolder, takeEvenly } from './lib/pinned-corpus.mjs'
import { judge, recordRow } from './lib/records.mjs'
import { chooseRivals, parseCommand } from './lib/rivals.mjs'
import { readScan, scanCommand } from './lib/scan-command.mjs'
import { timeInTurns } from './lib/time-command.mjs'

const ROUNDS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 1)
const MEGABYTES = Number(process.argv[2] ?? 100)
const SCRATCH = join(root, '.cache/bench-packages')
const SHARES = [1 / 8, 1 / 4, 1 / 2, 1]
const TIMEOUT = 3_600_000
/** Otherwise vendored files would be skipped, which other scanners do not do. */
const ALL_FILES = ['--no-ignore']

mkdirSync(SCRATCH, { recursive: true })
const corpus = readCorpusFiles()
const inputs = SHARES.map((share) => {
  const files = takeEvenly(corpus, MEGABYTES * 1e6 * share)
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0), folder: sampleFolder(`packages-${share}`, files) }
})
const whole = inputs.at(-1)
console.log(
  `${describeMachine()}; all rules; ${whole.files} files, ${(whole.bytes / 1e6).toFixed(1)} MB; cold processes in turns, medians of ${ROUNDS}`,
)

const scan = (name, { folder, files, bytes }, workers) => {
  const output = join(SCRATCH, `${name.replaceAll(/\W+/g, '-')}.json`)
  return { name, files, bytes, cwd: folder, output, words: scanCommand({ output, workers, more: ALL_FILES }), timeout: TIMEOUT }
}
const sizeOf = ({ bytes }) => `${(bytes / 1e6).toPrecision(2)} MB`
const smaller = inputs.slice(0, -1).map((input) => scan(`Assay, 1 thread, ${sizeOf(input)}`, input, 0))
const [one, two] = [scan('Assay, 1 thread', whole, 0), scan('Assay, 2 threads', whole, 2)]
const parses = [1, 2].map((threads) => ({
  ...{ name: `parse every file once, ${threads} thread${threads === 1 ? '' : 's'}`, files: whole.files, bytes: whole.bytes },
  words: parseCommand(whole.folder, threads),
}))
const rivals = chooseRivals(whole.folder, SCRATCH).map((rival) => ({ ...rival, files: whole.files, bytes: whole.bytes, timeout: TIMEOUT }))
const commands = [...parses, ...smaller, one, two, ...rivals]
const times = timeInTurns(commands, ROUNDS)
const rows = commands.map(({ name, files, bytes, output }) => {
  const runs = times.get(name)
  const failed = runs.some(({ status, timedOut }) => timedOut || status === null || status > 1)
  const cost = {
    cpu: median(runs.map(({ cpu }) => cpu)),
    wall: median(runs.map(({ wall }) => wall)),
    peak: Math.max(...runs.map(({ peak }) => peak)),
  }
  const row = { name, files, bytes, ...cost, failed, ...(output === undefined ? {} : readScan(runs.at(-1), output)) }
  recordRow('packages', row)
  return row
})
console.log(
  formatTable([
    ['cold process', 'files', 'MB', 'CPU', 'wall', 'MB peak', ''],
    ...rows.map(({ name, files, bytes, cpu, wall, peak, failed }) => [
      ...[name, String(files), (bytes / 1e6).toFixed(1), `${(cpu / 1000).toFixed(1)} s`, `${(wall / 1000).toFixed(1)} s`, peak.toFixed(0)],
      failed ? 'failed' : '',
    ]),
  ]),
)
const of = ({ name }) => rows.find((row) => row.name === name)
judge('wall time of a scan ÷ parsing on as many threads: 1 thread', of(one).wall / of(parses[0]).wall, 5)
judge('wall time of a scan ÷ parsing on as many threads: 2 threads', of(two).wall / of(parses[1]).wall, 5)
judge('wall time, 1 thread ÷ 2 threads', of(one).wall / of(two).wall, 1.6, { least: true })
const sizes = [...smaller, one].map(of)
judge(
  'exponent of CPU in size',
  exponentOf(
    sizes.map(({ bytes }) => bytes),
    sizes.map(({ cpu }) => cpu),
  ),
  1.1,
)
