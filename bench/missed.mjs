// Tests whether the prefilter skips a file of the pinned corpus in which a data-flow matcher holds: `npm run bench -- missed [EVERY]`, with EVERY for
// each nth file
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, importBuilt, readGrammar } from './lib/engine.mjs'
import { readCorpusFiles } from './lib/pinned-corpus.mjs'
import { judge } from './lib/records.mjs'

/** Without the prefilter every matcher runs at every node, which takes minutes for larger files. */
const MAX_BYTES = 300_000

const { loadPacks } = await importBuilt('src/pack/load-packs.js')
const { compileRuleset } = await importBuilt('src/compile/compile-ruleset.js')
const { createPlannedCompiler } = await importBuilt('src/compile/planned-compiler.js')
const { DIALECTS } = await importBuilt('src/languages/dialects.js')
const { createDialectDetector } = await importBuilt('src/languages/detect-dialect.js')
const { text: anyText } = await importBuilt('src/languages/text/dialect.js')
const { startSyntaxRuntime } = await importBuilt('src/engines/syntax/syntax-runtime.js')
const { createSourceView } = await importBuilt('src/scan/match/create-source-view.js')
const { decodeText } = await importBuilt('src/text/decode-text.js')
const { createFlowEngine } = await importBuilt('src/flow/flow-engine.js')
const { compileModels } = await importBuilt('src/compile/compile-models.js')

const every = Number(process.argv[2] ?? 1)
const folder = JSON.parse(readFileSync(join(build, 'rules.json'), 'utf8'))
const { value: pack } = loadPacks({ folders: [folder], wanted: ['full'] })
const flow = createFlowEngine(compileModels(pack.models))
const runtime = await startSyntaxRuntime(readGrammar('web-tree-sitter'))
const { ruleset } = compileRuleset({
  pack,
  dialects: DIALECTS,
  checked: true,
  loadGrammar: (name) => runtime.loadGrammar(name, readGrammar(name), { walk: 'memory' }),
  refine: (compiler, { id }) => createPlannedCompiler(compiler, JSON.parse(folder.plans[id])),
})
const detect = createDialectDetector(DIALECTS, anyText)
const missed = []
let files = 0
let held = 0
for (const [index, { path, bytes }] of readCorpusFiles({ languages: ['javascript', 'typescript', 'python'] }).entries()) {
  if (index % every !== 0 || bytes.length > MAX_BYTES) continue
  const found = await placesIn(path, bytes)
  if (found === undefined) continue
  files++
  held += found.holding.length
  for (const place of found.holding) if (!found.proposed.has(place)) missed.push(`${path}: ${found.nameOf(place)}`)
}
console.log(`${files} files, in which matchers of data flow hold ${held} times: one matcher in one file`)
for (const each of missed.slice(0, 50)) console.log(`  ${each}`)
judge('matchers that hold in a file for which they are not proposed', missed.length, 0)

/** Matchers that hold in a file, and those that its text selects. Undefined for files that are not parsed. */
async function placesIn(path, bytes) {
  const decoded = decodeText(bytes)
  const dialect = 'text' in decoded ? detect(path, decoded.text) : undefined
  if (dialect?.code === undefined || dialect.declarations?.test(path) === true) return undefined
  const rules = await ruleset.forDialect(dialect)
  const view = createSourceView({ path, text: decoded.text, rules, maxNesting: 1000, onGap: () => undefined, time: (_phase, work) => work() })
  const [tree, symbols] = [view.tree(), view.symbols()]
  if (tree === undefined || symbols === undefined) return undefined
  const { hits } = flow.find({
    context: { file: view, spend: () => undefined, tree, symbols, syntax: rules.code.syntax },
    rules: rules.taint,
    wanted: rules.taint.places.map((_, place) => place),
    isWanted: () => true,
    guard: (_place, work) => work(),
    mostHits: Number.POSITIVE_INFINITY,
    onMostHits: () => undefined,
  })
  return {
    holding: [...new Set(hits.map(({ place }) => place))],
    proposed: new Set(rules.taint.candidates(decoded.text)),
    nameOf: (place) => rules.taint.places[place].uses.map(({ rule, role }) => `${ruleset.rules[rule].info.id} ${role}`).join(', '),
  }
}
