// How the cost of a scan grows with the size of its input and the number of rules: `npm run bench -- curve [MAX_MB]`
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, describeMachine, importBuilt, readGrammar } from './lib/engine.mjs'
import { exponentOf, formatTable } from './lib/measure.mjs'
import { readCorpusFiles, takeEvenly } from './lib/pinned-corpus.mjs'
import { judge, record } from './lib/records.mjs'

const RUNS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 2)
const MAX_MEGABYTES = Number(process.argv[2] ?? 64)
const SIZES = [1, 2, 4, 8, 16, 32, 64].filter((size) => size <= MAX_MEGABYTES)
/** Between the public rules and all of them. */
const BETWEEN = [60, 120]

const { createScannerFromData } = await importBuilt('src/node/index.js')
const folder = JSON.parse(readFileSync(join(build, 'rules.json'), 'utf8'))
const all = await open(['full'])
const scanners = [await open(['public']), ...(await Promise.all(BETWEEN.filter((count) => count < all.rules.length).map(openSome))), all]
const corpus = readCorpusFiles()
console.log(`${describeMachine()}; CPU time of a scan in a warm process, least of ${RUNS} runs`)

const times = new Map(scanners.map(({ rules }) => [rules.length, []]))
const sizes = []
for (const megabytes of SIZES) {
  const files = takeEvenly(corpus, megabytes * 1e6)
  sizes.push(files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6)
  for (const scanner of scanners) {
    // The first scan of all compiles the rules.
    if (megabytes === SIZES[0]) await scan(scanner, files)
    const runs = []
    for (let run = 0; run < RUNS; run++) runs.push(await scan(scanner, files))
    times.get(scanner.rules.length).push(Math.min(...runs))
  }
}
const rows = sizes.map((size, index) => [`${size.toFixed(1)} MB`, ...[...times.values()].map((values) => `${values[index].toFixed(0)} ms`)])
console.log(formatTable([['', ...[...times.keys()].map((count) => `${count} rules`)], ...rows]))
for (const [count, values] of times) {
  for (const [index, value] of values.entries()) record(`${count} rules, ${sizes[index].toFixed(1)} MB`, value, 'ms')
  if (sizes.length > 2) judge(`exponent of the cost in the size of the input, ${count} rules`, exponentOf(sizes, values), 1.05)
}
const [few, most] = [[...times.values()][0].at(-1), [...times.values()].at(-1).at(-1)]
judge(`throughput with ${all.rules.length} rules, of that with 30, warm`, few / most, 0.85, { unit: '%', least: true })

async function scan(scanner, files) {
  globalThis.gc?.()
  const sources = files.map(({ path, bytes }) => ({ path, content: bytes }))
  const before = process.cpuUsage()
  await scanner.scan(sources, { includeVendored: true })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function open(packs, folders = [folder]) {
  return createScannerFromData({ folders, packs, runtime: async () => readGrammar('web-tree-sitter'), grammar: readGrammar })
}

/** The public rules, filled up with others in the order of their ids. */
async function openSome(count) {
  const few = await open(['public'])
  const ids = few.rules.map(({ id }) => id)
  const more = all.rules.map(({ id }) => id).filter((id) => !ids.includes(id))
  const text = JSON.stringify({ name: 'some', version: '1.0.0', description: 'Some rules.', rules: [...ids, ...more].slice(0, count) })
  return open(['some'], [{ ...folder, packs: [...folder.packs, { path: 'rules/packs/some.json', text }] }])
}
