// Scans the corpus in one process several times and prints the CPU time of each scan: `node bench/lib/scan-warm.mjs PACK BYTES RUNS [WORKERS]`
import { importBuilt } from './engine.mjs'
import { readCorpusFiles } from './pinned-corpus.mjs'

const [pack, bytes, runs, workers] = process.argv.slice(2)
const { createScanner } = await importBuilt('src/node/index.js')
const files = readCorpusFiles(bytes === 'all' ? {} : { bytes: Number(bytes) }).map(({ path, bytes: content }) => ({ path, content }))
const scanner = await createScanner({ packs: [pack], ...(workers === undefined ? {} : { workers: Number(workers) }) })
const times = []
for (let run = 0; run < Number(runs); run++) {
  const started = performance.now()
  const before = process.cpuUsage()
  let stats
  const result = await scanner.scan(files, { includeVendored: true, onStats: (given) => (stats = given) })
  const { user, system } = process.cpuUsage(before)
  times.push({ cpu: (user + system) / 1000, wall: performance.now() - started, findings: result.findings.length, stats })
}
await scanner.close()
console.log(JSON.stringify({ rules: scanner.rules.length, times, peak: process.resourceUsage().maxRSS / 1024 }))
