// Finds clauses of rules that no sample code tests: `npm run rules:mutate [RULE…]` runs `mutateRule` of `assay/testing`, as `assay rules mutate` does,
// over the rules of this repository. `-- --names` also removes each name of a list, `-- --changes` also changes single values.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit, stderr } from 'node:process'
import { buildOrExit } from './build.mjs'
import { root } from './root.mjs'

await buildOrExit()
const { readFixtures, readRuleFolder, readRules } = await import('../dist/src/node/index.js')
const { mutateRule } = await import('../dist/src/testing/index.js')
const { assembleScanner } = await import('../dist/src/engine.js')

const names = argv.includes('--names')
const changes = argv.includes('--changes')
const wanted = argv.slice(2).filter((word) => !word.startsWith('--'))
const folder = readRuleFolder(join(root, 'rules'), true, 'rules')
const samples = new Map(readFixtures(join(root, 'fixtures/rules')).map(({ rule, files }) => [rule, files]))
const rules = readRules(folder.rules, folder.words).filter(({ id }) => wanted.length === 0 || wanted.includes(id))
if (rules.length === 0) {
  console.error(`assay: no rule is named ${wanted.join(', ')}`)
  exit(2)
}

let [tried, unnoticed] = [0, 0]
for (const [index, rule] of rules.entries()) {
  if (stderr.isTTY) stderr.write(`\r\x1b[K${index + 1}/${rules.length} ${rule.id}`)
  const report = await mutateRule({ rule, files: samples.get(rule.id) ?? [], folder, createScanner, names, changes })
  tried += report.tried
  unnoticed += report.survivors.length
  if (stderr.isTTY) stderr.write('\r\x1b[K')
  if (report.survivors.length > 0) console.log(`${report.file}: ${report.survivors.length} of ${report.tried}`)
  for (const { path, change, clause } of report.survivors) console.log(`  ${path}  ${change === 'removed' ? '' : `${change}: `}${clause}`)
}
console.log(
  `${unnoticed} of ${tried} clauses of ${rules.length} rules are pinned by no sample code (${Math.round((100 * unnoticed) / Math.max(1, tried))} %)`,
)

/** Without the built-in rules, because the folder contains them. */
function createScanner(own) {
  const runtime = async () => readGrammar('web-tree-sitter')
  return assembleScanner({ folders: [own], packs: [], check: true, runtime, grammar: readGrammar })
}

function readGrammar(name) {
  return readFileSync(join(root, 'dist/grammars', `${name}.wasm`))
}
