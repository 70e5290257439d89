// Measures the costs of reports compared to the scan: `npm run bench -- report [FINDINGS]`
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../tools/root.mjs'
import { describeMachine, importBuilt } from './lib/engine.mjs'
import { formatTable, measureInTurns, median, percent, spread } from './lib/measure.mjs'
import { judge } from './lib/records.mjs'

const ROUNDS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 3)
const FINDINGS = Number(process.argv[2] ?? 10_000)
/** Maximum share of the CPU time of a scan with this number of findings. */
const LIMIT = 0.05

const { createScanner, renderReport, REPORT_FORMATS } = await importBuilt('src/node/index.js')

const files = readFixtures(join(root, 'fixtures/rules'))
const scanner = await createScanner({ packs: ['full'] })
const before = process.cpuUsage()
const result = await scanner.scan(files)
const { user, system } = process.cpuUsage(before)
const { rules } = scanner
await scanner.close()

const copies = Math.ceil(FINDINGS / result.findings.length)
const findings = Array.from({ length: copies }, (_, copy) => result.findings.map((finding) => moveTo(`copy-${copy}`, finding)))
  .flat()
  .slice(0, FINDINGS)
const sources = new Map(files.map(({ path, content }) => [path, content]))
const sourceOf = (path) => sources.get(path.slice(path.indexOf('/') + 1))
// Estimated time of a scan with this number of findings, assuming linear growth.
const scanTime = ((user + system) / 1000) * (FINDINGS / result.findings.length)
const many = { ...result, findings }

const times = await measureInTurns(
  REPORT_FORMATS.map((format) => ({ name: format, run: () => renderReport(many, format, { sourceOf, rules }) })),
  { rounds: ROUNDS, warmups: 1 },
)
console.log(`${describeMachine()}; medians of ${ROUNDS} rounds, CPU time, ± half the range`)
console.log(`${result.findings.length} findings in ${files.length} files: ${(scanTime / 1000).toFixed(1)} s of CPU for ${FINDINGS}\n`)
console.log(
  formatTable([
    ['format', 'milliseconds', 'spread', 'of the scan', 'MB'],
    ...[...times].map(([format, values]) => [
      format,
      median(values).toFixed(0),
      percent(spread(values)),
      percent(median(values) / scanTime),
      (renderReport(many, format, { sourceOf, rules }).length / 1e6).toFixed(1),
    ]),
  ]),
)
for (const [format, values] of times) judge(`a report as ${format}, of the scan`, median(values) / scanTime, LIMIT, { unit: '%' })

function readFixtures(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => {
    const file = join(entry.parentPath, entry.name)
    return { path: relative(folder, file), content: readFileSync(file) }
  })
}

function moveTo(folder, finding) {
  const move = (place) => ({ ...place, file: `${folder}/${place.file}` })
  const { trace, places } = finding
  return { ...move(finding), ...(trace && { trace: trace.map(move) }), ...(places && { places: places.map(move) }) }
}
