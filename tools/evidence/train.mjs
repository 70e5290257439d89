// Trains the weights of confidence from bench/applications/evidence.csv: `npm run evidence:train [-- --check]`.
// Writes rules/evidence.json, the reliability diagram, and the figures in docs/explanation/confidence.md. `--check` writes nothing and fails when one of them is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importBuilt } from '../../bench/lib/engine.mjs'
import { root } from '../root.mjs'
import { drawReliability } from './draw-reliability.mjs'
import { readReviews } from './reviews.mjs'
import { train } from './training.mjs'
import { writeFigures } from './write-figures.mjs'

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const [{ FACTS }, { scaleCount }, { historyOf }] = await Promise.all(
  ['src/model/evidence.js', 'src/evidence/count-facts.js', 'src/evidence/rule-history.js'].map(importBuilt),
)
const trained = train(readReviews(FACTS), { FACTS, scaleCount, historyOf })
const page = join(root, 'docs/explanation/confidence.md')
const outputs = [
  { file: join(root, 'rules/evidence.json'), text: `${JSON.stringify(trained.table, undefined, 2)}\n` },
  { file: join(root, 'docs/pictures/reliability.svg'), text: drawReliability(trained.measures.calibration) },
  { file: page, text: writeFigures(readFileSync(page, 'utf8'), trained) },
]
const stale = outputs.filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text)
if (!options.check) for (const { file, text } of stale) writeFileSync(file, text)
for (const { file } of stale) console.log(`${options.check ? 'out of date' : 'written'}: ${file.slice(root.length + 1)}`)
if (options.check && stale.length > 0) process.exitCode = 1
const { brier, calibrationError } = trained.measures.calibration
console.log(
  `Cross-validated by application: Brier score ${brier.toFixed(3)}, calibration error ${calibrationError.toFixed(3)}, ${JSON.stringify(trained.measures.levels)}`,
)
