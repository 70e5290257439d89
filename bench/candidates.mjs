// Counts how often each rule causes a file to be parsed, and why: `npm run bench -- candidates [PACK]`
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/root.mjs'
import { importBuilt, readGrammar } from './lib/engine.mjs'
import { readPythonCorpus, readSpreadCorpus } from './lib/read-corpus.mjs'

/** Minimum share of files for a rule to be printed. */
const LEAST_SHARE = 0.2

const { loadPacks } = await importBuilt('src/pack/load-packs.js')
const { compileRuleset } = await importBuilt('src/compile/compile-ruleset.js')
const { DIALECTS } = await importBuilt('src/languages/dialects.js')
const { startSyntaxRuntime } = await importBuilt('src/engines/syntax/syntax-runtime.js')

const folder = JSON.parse(readFileSync(join(root, 'dist/rules.json'), 'utf8'))
const { value: pack } = loadPacks({ folders: [folder], wanted: [process.argv[2] ?? 'public'] })
const runtime = await startSyntaxRuntime(readGrammar('web-tree-sitter'))
const { ruleset } = compileRuleset({ pack, dialects: DIALECTS, checked: true, loadGrammar: (name) => runtime.loadGrammar(name, readGrammar(name)) })
const code = readSpreadCorpus(3e6)
const corpora = {
  javascript: code.filter(({ path }) => /\.[cm]?js$/.test(path)),
  typescript: code.filter(({ path }) => /\.[cm]?ts$/.test(path)),
  python: readPythonCorpus(2e6),
}
for (const [id, files] of Object.entries(corpora)) {
  const rules = await ruleset.forDialect(DIALECTS.find((dialect) => dialect.id === id))
  const counts = new Uint32Array(rules.rules.length + rules.wideRequirements.length)
  let spared = 0
  for (const { text } of files) {
    const candidates = rules.candidates(text)
    if (candidates.length === 0) spared++
    for (const candidate of candidates) counts[candidate]++
  }
  console.log(`\n${id}: ${files.length} files, ${spared} spared by ${rules.rules.length} rules`)
  for (const [position, rule] of rules.rules.entries()) {
    if (rule.need.kind !== 'anything' && counts[position] < LEAST_SHARE * files.length) continue
    console.log(
      `${String(counts[position]).padStart(6)}  ${ruleset.rules[rule.index].info.id}${rule.need.kind === 'anything' ? ': needs nothing' : ''}`,
    )
    if (rule.need.kind === 'anything') for (const entry of rule.entries) console.log(`          ${entry.kind} ${describe(entry.matcher.need)}`)
  }
}

function describe(need) {
  const text = need.kind === 'literal' ? JSON.stringify(need.text) : 'of' in need ? `${need.kind}(${need.of.map(describe).join(' ')})` : need.kind
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
