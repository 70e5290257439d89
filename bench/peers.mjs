// Other scanners on the same files in the same run, each a cold process: `npm run bench -- peers [MB]`
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/root.mjs'
import { build, describeMachine } from './lib/engine.mjs'
import { formatTable, median, medianRatio, percent, spread } from './lib/measure.mjs'
import { readCorpusFiles, sampleFolder, takeEvenly } from './lib/pinned-corpus.mjs'
import { judge, record, skip } from './lib/records.mjs'
import { timeInTurns } from './lib/time-command.mjs'
import { peerCommands } from './peers/commands.mjs'

const ROUNDS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 3)
const MEGABYTES = Number(process.argv[2] ?? 12)
const MAIN = join(build, 'adapters/cli/main.js')
const SCRATCH = join(root, '.cache/bench-peers')

const files = takeEvenly(readCorpusFiles(), MEGABYTES * 1e6)
const parts = {
  everything: files,
  javascript: files.filter(({ path }) => /\.[cm]?js$/.test(path)),
  python: files.filter(({ language }) => language === 'python'),
}
const folders = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, sampleFolder(`peers-${name}`, part)]))
const secrets = join(SCRATCH, 'secrets')
mkdirSync(join(secrets, 'packs'), { recursive: true })
writeFileSync(
  join(secrets, 'packs/secrets-alone.json'),
  '{ "name": "secrets-alone", "version": "1.0.0", "description": "Secrets.", "rules": ["secret-*"] }',
)

console.log(`${describeMachine()}; cold processes, ${ROUNDS} rounds in turns, medians of CPU time (of all processes and threads) and of wall time`)
for (const { on, peers } of peerCommands(folders, SCRATCH)) {
  const found = peers.filter((peer) => !('missing' in peer))
  for (const peer of peers) if ('missing' in peer) skip(peer.missing)
  if (found.length === 0) continue
  const size = parts[on].reduce((sum, { bytes }) => sum + bytes.length, 0)
  console.log(`\n${on}: ${parts[on].length} files, ${(size / 1e6).toFixed(1)} MB`)
  const own = [
    { name: 'assay, all rules', rival: 'all', words: ownWords(folders[on], []) },
    ...(found.some(({ rival }) => rival === 'secrets')
      ? [{ name: 'assay, secrets alone', rival: 'secrets', words: ownWords(folders[on], ['--no-pack', '--rules', secrets]) }]
      : []),
  ]
  const times = timeInTurns([...own, ...found], ROUNDS)
  const of = (name, by) => times.get(name).map((run) => run[by])
  const rows = [...own, ...found].map(({ name, scanned }) => {
    record(`${on}: ${name}, CPU`, median(of(name, 'cpu')), 'ms', spread(of(name, 'cpu')))
    record(`${on}: ${name}, wall`, median(of(name, 'wall')), 'ms', spread(of(name, 'wall')))
    const bad = times.get(name).find(({ status, timedOut }) => timedOut || status === null || status > 1)
    if (bad !== undefined)
      skip(`${name} ended with ${bad.timedOut ? 'a time-out' : bad.status}: ${(bad.stderr || bad.stdout).trim().split('\n').at(-1)?.slice(0, 200)}`)
    return [
      name,
      `${median(of(name, 'wall')).toFixed(0)} ms`,
      `${median(of(name, 'cpu')).toFixed(0)} ms`,
      `± ${percent(spread(of(name, 'cpu')))}`,
      `${(size / median(of(name, 'cpu')) / 1000).toFixed(2)} MB/s`,
      `${Math.max(...of(name, 'peak')).toFixed(0)} MB`,
      count(scanned, times.get(name)[0]),
    ]
  })
  console.log(formatTable([['', 'wall', 'CPU', 'spread', 'of CPU time', 'peak', 'files'], ...rows]))
  for (const { name, rival, least, scanned } of found) {
    if (times.get(name).some((run) => count(scanned, run) === '0')) {
      skip(`${name} says that it looked at no file`)
      continue
    }
    const ours = own.find((each) => each.rival === rival).name
    record(`${name}, times our wall`, medianRatio(of(name, 'wall'), of(ours, 'wall')), 'times')
    judge(`${name}, CPU of ${ours}`, medianRatio(of(name, 'cpu'), of(ours, 'cpu')), least, { unit: 'times', least: true })
  }
}

function ownWords(folder, rules) {
  const output = join(SCRATCH, 'assay.json')
  return [process.execPath, MAIN, 'scan', folder, ...rules, '--no-ignore', '--quiet', '--fail-on', 'never', '--format', 'json', '--output', output]
}

/** The number of files that a scanner reports: one that skips files is faster. */
function count(scanned, run) {
  try {
    return scanned === undefined ? '' : String(scanned(run))
  } catch {
    return 'unknown'
  }
}
