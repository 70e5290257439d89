// Finds clauses of rules that no sample code tests: `npm run rules:mutate [RULE…]` removes one clause of a rule at a time (a constraint, a matcher
// among others) and scans the rule's sample code without it. A clause without effect is reported with its position, and its parts are not tested.
// Names in a list (callees, words, node types, globs) are data: `-- --names` also removes each of them. All variants of a rule are scanned together
// as separate rules.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit, stderr } from 'node:process'
import { parse, stringify } from 'yaml'
import { buildOrExit } from './build.mjs'
import { root } from './root.mjs'

/** Keys that contain clauses. Texts for people do not count. */
const PARTS = ['match', 'taint', 'requires', 'weaker', 'paths']
/** Keys of texts, which do not affect matching. */
const WORDS = new Set(['severity', 'confidence', 'focus', 'description', 'languages', 'message', 'as'])

/** Number of variants of a rule that are scanned together. */
const TOGETHER = 60
/** A scan of many variants needs more steps. */
const LIMITS = { maxScanSteps: 20_000_000_000 }

await buildOrExit()
const { readFixtures, readRuleFolder, RuleError } = await import('../dist/src/node/index.js')
const { prepareFixtures } = await import('../dist/src/testing/prepare-fixtures.js')
const { assembleScanner } = await import('../dist/src/engine.js')

const names = argv.includes('--names')
const wanted = argv.slice(2).filter((word) => word !== '--names')
const folder = readRuleFolder(join(root, 'rules'), true, 'rules')
const samples = new Map(readFixtures(join(root, 'fixtures/rules')).map(({ rule, files }) => [rule, files]))
const rules = folder.rules.map((file) => ({ file, spec: parse(file.text) })).filter(({ spec }) => wanted.length === 0 || wanted.includes(spec.id))
if (rules.length === 0) {
  console.error(`assay: no rule is named ${wanted.join(', ')}`)
  exit(2)
}

let [clauses, unpinned] = [0, 0]
for (const [index, { file, spec }] of rules.entries()) {
  if (stderr.isTTY) stderr.write(`\r\x1b[K${index + 1}/${rules.length} ${spec.id}`)
  const { same: own, count: ownClauses } = await mutate(file, spec)
  clauses += ownClauses
  unpinned += own.length
  if (stderr.isTTY) stderr.write('\r\x1b[K')
  if (own.length > 0) console.log(`${file.path}: ${own.length} of ${ownClauses}`)
  for (const path of own) console.log(`  ${path.join('.')}  ${show(spec, path)}`)
}
console.log(
  `${unpinned} of ${clauses} clauses of ${rules.length} rules are pinned by no sample code (${Math.round((100 * unpinned) / Math.max(1, clauses))} %)`,
)

/** The clauses of a rule that have no effect on its sample code, and the number of removable clauses. */
async function mutate(file, spec) {
  const { projects } = prepareFixtures(samples.get(spec.id) ?? [])
  const same = []
  let count = 0
  let paths = PARTS.flatMap((part) => clausesIn(spec[part], [part]))
  while (paths.length > 0) {
    const next = []
    for (let start = 0; start < paths.length; start += TOGETHER) {
      const variants = paths.slice(start, start + TOGETHER).map((path, index) => ({ path, ...variantOf(file, leaveOut(spec, path), `m${index}`) }))
      const whole = variantOf(file, spec, 'whole')
      const found = await scanAll([whole, ...variants], projects)
      for (const { id, path } of variants) {
        if (found.has(id)) count++
        if (found.has(id) && found.get(id) === found.get(whole.id)) same.push(path)
        else next.push(...clausesIn(valueAt(spec, path), path))
      }
    }
    paths = next
  }
  return { same, count }
}

function variantOf(file, spec, suffix) {
  const id = `${spec.id}-${suffix}`
  return { id, file: { ...file, path: file.path.replace(spec.id, id), checked: false, text: stringify({ ...spec, id, 'yields-to': undefined }) } }
}

/** The findings of each variant as text, by its id. Variants that are not valid rules are left out. */
async function scanAll(variants, projects) {
  const { scanner, usable } = await assemble(variants)
  const found = new Map(usable.map(({ id }) => [id, '']))
  for (const { files } of projects) {
    const { findings } = await scanner.scan(files, { limits: LIMITS })
    const lines = new Map()
    for (const { rule, places = [], file, line, severity, confidence } of findings) {
      const words = lines.get(rule) ?? []
      words.push(...[{ file, line }, ...places].map((place) => `${place.file}:${place.line} ${severity} ${confidence}`))
      lines.set(rule, words)
    }
    for (const { id } of usable) found.set(id, `${found.get(id)}|${[...new Set(lines.get(id))].sort().join('\n')}`)
  }
  await scanner.close()
  return found
}

async function assemble(variants) {
  try {
    const scanner = await assembleScanner({
      folders: [{ ...folder, packs: [], rules: variants.map(({ file }) => file) }],
      packs: [],
      check: true,
      runtime: async () => readGrammar('web-tree-sitter'),
      grammar: readGrammar,
    })
    return { scanner, usable: variants }
  } catch (error) {
    if (!(error instanceof RuleError)) throw error
    const wrong = new Set(error.diagnostics.map(({ file }) => file))
    const rest = variants.filter(({ file }) => !wrong.has(file.path) && !wrong.has(`rules/${file.path}`))
    if (rest.length === variants.length || rest.length === 0) throw error
    return assemble(rest)
  }
}

/** Paths of the nearest removable clauses of a node: keys, and entries of lists with several. */
function clausesIn(node, path) {
  if (typeof node !== 'object' || node === null) return []
  if (!Array.isArray(node)) {
    const keys = Object.keys(node).filter((key) => !WORDS.has(key))
    // A main part of the rule is not removable, nor is a single entry.
    if (path.length === 1 || keys.length > 1) return keys.map((key) => [...path, key])
    return keys.flatMap((key) => clausesIn(node[key], [...path, key]))
  }
  if (!names && node.every((entry) => typeof entry !== 'object')) return []
  return node.length > 1 ? node.map((_, at) => [...path, at]) : node.flatMap((entry, at) => clausesIn(entry, [...path, at]))
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
  return JSON.stringify(valueAt(spec, path)).slice(0, 100)
}

function valueAt(spec, path) {
  return path.reduce((node, key) => node[key], spec)
}

function readGrammar(name) {
  return readFileSync(join(root, 'dist/grammars', `${name}.wasm`))
}
