// Measures what model rows of packages cost that no file imports, with one and ten times as many rows: `npm run bench -- model-rows`
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/root.mjs'
import { describeMachine, importBuilt } from './lib/engine.mjs'
import { listSources } from './lib/list-sources.mjs'
import { formatTable, measureInTurns, median, medianRatio, percent, spread } from './lib/measure.mjs'
import { judge, record } from './lib/records.mjs'

const ROUNDS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 5)
const TIMES = 10
/** As many as the built-in models have, about. */
const ROWS = 1_500
const ROWS_PER_PACKAGE = 10
const SCRATCH = join(root, '.cache/bench-models')

const SAMPLE = join(root, 'fixtures/projects')

/** A rule folder has at least one rule. */
const RULE = `id: never-matches
title: A call that no file has
severity: low
confidence: high
category: injection
cwe: [CWE-74]
languages: [javascript, typescript, python]
description: A call that no file has.
match: { call: never.matches }
`

const files = listSources(SAMPLE).map((path) => ({ path, content: readFileSync(join(SAMPLE, path)) }))
const size = files.reduce((sum, { content }) => sum + content.length, 0)
const { createScanner } = await importBuilt('src/node/index.js')
const counts = [ROWS, ROWS * TIMES]
const scanners = new Map()
const loads = new Map()
for (const count of counts) {
  const folder = writeModels(count)
  const before = process.cpuUsage()
  scanners.set(nameOf(count), await createScanner({ packs: ['full'], rules: [folder], workers: 0 }))
  const { user, system } = process.cpuUsage(before)
  loads.set(nameOf(count), (user + system) / 1000)
}
console.log(
  `${describeMachine()}; ${files.length} files, ${(size / 1e3).toFixed(0)} kB; one warm process, medians of ${ROUNDS} rounds in turns, CPU time`,
)
const variants = [...scanners].map(([name, scanner]) => ({ name, run: () => scanner.scan(files, { includeVendored: true }) }))
const times = await measureInTurns(variants, { rounds: ROUNDS, warmups: 1 })
console.log(
  formatTable([
    ['further rows', 'CPU', 'spread', 'loading'],
    ...[...times].map(([name, values]) => [
      name,
      `${median(values).toFixed(0)} ms`,
      `± ${percent(spread(values))}`,
      `${loads.get(name).toFixed(0)} ms`,
    ]),
  ]),
)
record('a scan with ten times as many model rows', median(times.get(nameOf(ROWS * TIMES))), 'ms', spread(times.get(nameOf(ROWS * TIMES))))
judge('a scan with ten times as many model rows, of that with one time', medianRatio(times.get(nameOf(ROWS * TIMES)), times.get(nameOf(ROWS))), 1.05)
await Promise.all([...scanners.values()].map((scanner) => scanner.close()))

function nameOf(count) {
  return count.toLocaleString('en')
}

/** A rule folder whose models describe packages that nothing imports, a row of each verb in turn. */
function writeModels(count) {
  const folder = join(SCRATCH, String(count))
  mkdirSync(join(folder, 'models'), { recursive: true })
  writeFileSync(join(folder, 'never-matches.yaml'), RULE)
  for (let at = 0; at < count / ROWS_PER_PACKAGE; at++) {
    const name = at % 2 === 0 ? `unknown-package-${at}` : `unknown_package_${at}`
    writeFileSync(join(folder, 'models', `${name}.yaml`), modelOf(name, at % 2 === 0 ? '[javascript, typescript]' : '[python]'))
  }
  return folder
}

function modelOf(name, languages) {
  return `library: ${name}
languages: ${languages}
flows:
  - { call: "${name}.{join,merge}", from: "Argument[*]", to: ReturnValue }
  - { call: "${name}.Basket().put", operation: insert }
callbacks:
  - { call: ${name}.each, passes: { "Parameter[0]": "Argument[0].Element" } }
types:
  - { call: ${name}.open, returns: ${name}.Client }
barriers:
  - { call: ${name}.isWord, value: "Argument[0]", when: true, allows: "[a-z]+" }
jumps:
  - write: { call: ${name}.Queue().add, value: "Argument[0]", key: Receiver }
    read: { call: ${name}.Queue().take, value: ReturnValue, key: Receiver }
sources:
  - { value: "${name}.Request().{query,body}", kind: http-request }
  - { value: "${name}.Request().headers", kind: http-request-address }
entry-points:
  - { call: ${name}.App().on, parameters: { "Parameter[0].Property[body]": http-request } }
  - { call: ${name}.App().use, parameters: { "Parameter[0]": ${name}.Request } }
`
}
