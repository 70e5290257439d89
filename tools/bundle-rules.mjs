import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordPlans } from '../dist/src/compile/record-plans.js'
import { startSyntaxRuntime } from '../dist/src/engines/syntax/syntax-runtime.js'
import { DIALECTS } from '../dist/src/languages/dialects.js'
import { readRuleFolder } from '../dist/src/node/read-rule-folder.js'
import { bundleFolder, markChecked } from '../dist/src/pack/bundle-folder.js'
import { formatDiagnostic } from '../dist/src/pack/format-diagnostic.js'
import { loadPacks } from '../dist/src/pack/load-packs.js'
import { root } from './root.mjs'
import { openTakenQueries } from './taken-queries.mjs'

// Writes the built-in rules as one file that loads fast: parsed, checked, and with the plans of all matchers, so that a scan compiles only the few
// that it needs. If any of them has a mistake, the file contains no such information, and loading reports the mistake.
const folder = bundleFolder(readRuleFolder(join(root, 'rules'), false, 'rules'))
const loaded = loadPacks({ folders: [{ ...folder, whole: true }], wanted: [] })
const runtime = await startSyntaxRuntime(readGrammar('web-tree-sitter'))
const taken = openTakenQueries(readGrammar)
const { plans, diagnostics } = loaded.value === undefined ? { plans: {}, diagnostics: [] } : await checkRules(loaded.value)
const mistakes = [...loaded.diagnostics, ...diagnostics]
for (const mistake of mistakes) console.error(formatDiagnostic(mistake))
writeFileSync(join(root, 'dist/rules.json'), JSON.stringify(mistakes.length > 0 ? folder : { ...markChecked(folder), plans, engine: digestEngine() }))
taken.save()

/** Queries are first assumed to be correct and then checked together. Only if one is wrong, all rules are compiled again to find its position. */
async function checkRules(pack) {
  const recorded = await recordPlans({ pack, dialects: DIALECTS, loadGrammar: (name) => loadGrammar(name, taken.believeAll(name)) })
  if (await taken.askTogether((name) => loadGrammar(name))) return recorded
  return recordPlans({ pack, dialects: DIALECTS, loadGrammar: (name) => loadGrammar(name, taken.of(name)) })
}

/** Scanners that use this build trust that the fast method reads trees of its grammars correctly. */
async function loadGrammar(name, known) {
  const grammar = await runtime.loadGrammar(name, readGrammar(name), { taken: known })
  if (grammar.walk !== 'memory') throw new Error(`trees of ${name} are not decoded as tree-sitter reads them: see src/engines/syntax/decode-tree.ts`)
  return grammar
}

function readGrammar(name) {
  return readFileSync(join(root, 'dist/grammars', `${name}.wasm`))
}

function digestEngine() {
  const hash = createHash('sha256')
  for (const path of readdirSync(join(root, 'dist/src'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (path.endsWith('.js')) hash.update(`${path}\0`).update(readFileSync(join(root, 'dist/src', path)))
  }
  return hash.digest('hex').slice(0, 32)
}
