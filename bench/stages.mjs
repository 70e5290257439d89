// Measures each stage separately on the same files with all rules: `npm run bench -- stages [MB]`
import { describeMachine, importBuilt } from './lib/engine.mjs'
import { formatTable, measureInTurns, median, medianRatio, percent, spread } from './lib/measure.mjs'
import { openStages } from './lib/open-stages.mjs'
import { readCorpusFiles } from './lib/pinned-corpus.mjs'
import { record } from './lib/records.mjs'

const ROUNDS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 5)
const files = readCorpusFiles({ bytes: Number(process.argv[2] ?? 6) * 1e6 })
const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)

const { rules, stages, counts } = await openStages({ files })
console.log(
  `${describeMachine()}; ${rules} rules, ${counts.files} files, ${(size / 1e6).toFixed(1)} MB; medians of ${ROUNDS} rounds in turns, CPU time`,
)
console.log(`${counts.candidates} files with candidates; \`report\` writes ${counts.reported} findings as JSON and as text`)
const times = await measureInTurns(stages, { rounds: ROUNDS, warmups: 1 })
const parse = times.get('parse')
const rows = [...times].map(([name, values]) => {
  record(`${name}, of parse`, medianRatio(values, parse), 'times', spread(values))
  record(name, median(values), 'ms', spread(values))
  return [
    name,
    `${median(values).toFixed(0)} ms`,
    `± ${percent(spread(values))}`,
    `${(size / median(values) / 1000).toFixed(1)} MB/s`,
    medianRatio(values, parse).toFixed(3),
  ]
})
console.log(formatTable([['stage', 'CPU', 'spread', 'speed', 'of parse'], ...rows]))

const { createScanner } = await importBuilt('src/node/index.js')
const scanner = await createScanner()
let stats
for (let run = 0; run < 2; run++) {
  await scanner.scan(
    files.map(({ path, bytes }) => ({ path, content: bytes })),
    { includeVendored: true, onStats: (given) => (stats = given) },
  )
}
await scanner.close()
const phases = Object.entries(stats.phases)
console.log(
  `\nphases of one scan: ${phases.map(([phase, time]) => `${phase} ${Number(time).toFixed(0)} ms`).join(', ')}; ${stats.filesParsed} of ${stats.files} files parsed, ${stats.filesSpared} spared`,
)
for (const [phase, time] of phases) record(`phase ${phase}`, Number(time), 'ms')
