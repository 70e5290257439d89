// Which clauses of rules does no sample code pin? `npm run rules:mutate [RULE…]` leaves out one clause of a rule at a time (an entry of a list, a constraint, a matcher
// beside others) and judges the rule's sample code again. A clause without which nothing changes is told by its place. Of all rules it takes about an hour of one core.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { parse, stringify } from 'yaml'
import { buildOrExit } from './build.mjs'
import { root } from './root.mjs'

/** Where clauses stand. What a rule says to people is none. */
const PARTS = ['match', 'taint', 'requires', 'weaker', 'paths']
/** What is told, and not what is found. */
const WORDS = new Set(['severity', 'confidence', 'focus', 'description', 'languages', 'message', 'as'])

await buildOrExit()
const { readFixtures, readRuleFolder, RuleError } = await import('../dist/src/node/index.js')
const { judgeFixtures } = await import('../dist/src/testing/index.js')
const { assembleScanner } = await import('../dist/src/scanner.js')

const wanted = argv.slice(2)
const folder = readRuleFolder(join(root, 'rules'), true, 'rules')
const samples = new Map(readFixtures(join(root, 'fixtures/rules')).map(({ rule, files }) => [rule, files]))
const rules = folder.rules.map((file) => ({ file, spec: parse(file.text) })).filter(({ spec }) => wanted.length === 0 || wanted.includes(spec.id))
if (rules.length === 0) {
  console.error(`assay: no rule is named ${wanted.join(', ')}`)
  exit(2)
}

let [clauses, unpinned] = [0, 0]
for (const { file, spec } of rules) {
  const before = await judge(file, spec)
  for (const path of listClauses(spec)) {
    const after = await judge(file, leaveOut(spec, path))
    if (after === undefined) continue
    clauses++
    if (after !== before) continue
    unpinned++
    console.log(`${file.path}  ${path.join('.')}  ${show(spec, path)}`)
  }
}
console.log(
  `${unpinned} of ${clauses} clauses of ${rules.length} rules are pinned by no sample code (${Math.round((100 * unpinned) / Math.max(1, clauses))} %)`,
)

/** What the sample code says of the rule, as text; undefined when the rule is none without the clause. */
async function judge(file, spec) {
  const changed = { ...file, checked: false, text: stringify({ ...spec, 'yields-to': undefined }) }
  try {
    const scanner = await assembleScanner({
      folders: [{ ...folder, packs: [], rules: [changed] }],
      packs: [],
      check: true,
      runtime: async () => readGrammar('web-tree-sitter'),
      grammar: readGrammar,
    })
    const { diagnostics } = await judgeFixtures({ rules: [spec.id], files: samples.get(spec.id) ?? [], scanner })
    await scanner.close()
    return JSON.stringify(diagnostics)
  } catch (error) {
    if (error instanceof RuleError) return undefined
    throw error
  }
}

/** Paths of all that can be left out: entries of lists that have others, and keys. */
function listClauses(spec) {
  const found = []
  const visit = (node, path) => {
    if (typeof node !== 'object' || node === null) return
    const isList = Array.isArray(node)
    for (const [key, value] of Object.entries(node)) {
      if (WORDS.has(key)) continue
      const at = [...path, isList ? Number(key) : key]
      if (path.length > 0 && (!isList || node.length > 1)) found.push(at)
      visit(value, at)
    }
  }
  for (const part of PARTS) visit(spec[part], [part])
  return found
}

function leaveOut(spec, path) {
  const copy = structuredClone(spec)
  const parent = path.slice(0, -1).reduce((node, key) => node[key], copy)
  const last = path.at(-1)
  if (Array.isArray(parent)) parent.splice(last, 1)
  else delete parent[last]
  return copy
}

function show(spec, path) {
  return JSON.stringify(path.reduce((node, key) => node[key], spec)).slice(0, 100)
}

function readGrammar(name) {
  return readFileSync(join(root, 'dist/grammars', `${name}.wasm`))
}
