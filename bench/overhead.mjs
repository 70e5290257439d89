// Measures the costs of rules compared to parsing, and those of other tools: `npm run bench -- overhead [MB]`
import { Language, Parser } from 'web-tree-sitter'
import { describeMachine, grammarFile, importBuilt, readGrammar } from './lib/engine.mjs'
import { formatTable, measureInTurns, median, medianRatio, percent, spread } from './lib/measure.mjs'
import { createAstGrep } from './peers/ast-grep.mjs'
import { createEslint } from './peers/eslint.mjs'
import { judge } from './lib/records.mjs'
import { openChosen } from './lib/open-chosen.mjs'
import { readPythonCorpus, readSpreadCorpus } from './lib/read-corpus.mjs'

const ROUNDS = Number(process.env.ASSAY_BENCH_ROUNDS ?? 3)
// A sample that takes less than two minutes.
const megabytes = Number(process.argv[2] ?? 2)

const { createScanner, DEFAULT_LIMITS } = await importBuilt('src/node/index.js')
const { readChosenRules } = await importBuilt('src/node/scanner-data.js')
const { assembleScanner } = await importBuilt('src/engine.js')
const { startSyntaxRuntime } = await importBuilt('src/engines/syntax/syntax-runtime.js')
const runtime = await startSyntaxRuntime(readGrammar('web-tree-sitter'))
const grammars = new Map()
for (const id of ['javascript', 'typescript', 'tsx', 'python']) grammars.set(id, await loadGrammar(id))

const corpora = [
  { name: 'JavaScript and TypeScript', files: readSpreadCorpus(megabytes * 1e6) },
  { name: 'Python', files: readPythonCorpus((megabytes * 1e6) / 2) },
]
console.log(`${describeMachine()}; medians of ${ROUNDS} rounds, CPU time, ± half the range`)
for (const { name, files } of corpora) {
  if (files.length === 0) console.log(`\n${name}: skipped, there is no python3 here`)
  else await compare(name, files)
}
await comparePeers(corpora[0].files.filter(({ path }) => /\.[cm]?js$/.test(path)))

function createWithoutPrefilter() {
  return assembleScanner({ ...readChosenRules({ packs: ['public'] }).data, testing: { withoutPrefilter: true } })
}

async function loadGrammar(id) {
  const name = `tree-sitter-${id}`
  const grammar = await runtime.loadGrammar(name, readGrammar(name))
  const parser = new Parser()
  parser.setLanguage(await Language.load(grammarFile(name)))
  return { grammar, parser }
}

function grammarOf(path) {
  if (path.endsWith('.py')) return grammars.get('python')
  if (path.endsWith('.tsx')) return grammars.get('tsx')
  return grammars.get(/\.[cm]?ts$/.test(path) ? 'typescript' : 'javascript')
}

async function compare(name, files) {
  const scanner = await createScanner({ packs: ['public'] })
  const withoutPrefilter = await createWithoutPrefilter()
  const ids = new Set(scanner.rules.map(({ id }) => id))
  const withoutFlow = await openChosen(({ id, followsData }) => ids.has(id) && !followsData)
  const spared = []
  const candidates = []
  for (const file of files) {
    const { filesParsed, filesSpared } = await scan(scanner, [file])
    if (filesParsed > 0) candidates.push(file)
    // In the others a text rule may match, which needs no parsing.
    else if (filesSpared > 0) spared.push(file)
  }
  const times = await measureInTurns(
    [
      { name: 'parse alone', run: () => parseAll(files) },
      { name: 'parse and decode', run: () => decodeAll(files) },
      { name: 'all rules', run: () => scan(scanner, files) },
      { name: 'rules without data flow', run: () => scan(withoutFlow, files) },
      { name: 'all rules, prefilter off', run: () => scan(withoutPrefilter, files) },
      { name: 'candidates: parse alone', run: () => parseAll(candidates) },
      { name: 'candidates: all rules', run: () => scan(scanner, candidates) },
      { name: 'spared: parse alone', run: () => parseAll(spared) },
      // Ten times, since once is too short to be measured.
      { name: 'spared: all rules', run: () => repeat(10, () => scan(scanner, spared)), times: 10 },
    ],
    { rounds: ROUNDS, warmups: 2 },
  )
  times.set(
    'spared: all rules',
    times.get('spared: all rules').map((time) => time / 10),
  )
  const sizes = { candidates: sizeOf(candidates), spared: sizeOf(spared) }
  console.log(
    `\n${name}: ${files.length} files, ${inMegabytes(sizeOf(files))}; ${spared.length} files (${inMegabytes(sizes.spared)}) spared, ${scanner.rules.length} rules, ${withoutFlow.rules.length} of them without data flow`,
  )
  printTimes(times, (variant) => sizes[variant.split(':')[0]] ?? sizeOf(files), 'parse alone')
  const stats = await scan(scanner, files)
  console.log(
    `phases of one scan: ${Object.entries(stats.phases)
      .map(([phase, time]) => `${phase} ${time.toFixed(0)} ms`)
      .join(', ')}`,
  )
  const judgeAdded = (what, scanned, parsed) => judge(`${name}: ${what}`, medianRatio(times.get(scanned), times.get(parsed)) - 1, 0.4, { unit: '%' })
  judgeAdded('rules without data flow add to parsing', 'rules without data flow', 'parse alone')
  judgeAdded('all rules add to parsing', 'all rules', 'parse alone')
  judgeAdded('all rules add to parsing, files that are parsed', 'candidates: all rules', 'candidates: parse alone')
  judge(`${name}: a file without candidates, of parsing it`, medianRatio(times.get('spared: all rules'), times.get('spared: parse alone')), 0.04, {
    unit: '%',
  })
  await Promise.all([scanner, withoutFlow, withoutPrefilter].map((each) => each.close()))
}

async function comparePeers(files) {
  const scanner = await createScanner({ packs: ['public'] })
  const everything = await createWithoutPrefilter()
  const peers = [createAstGrep(files), createEslint(files)]
  console.log(`\nPeers: ${files.length} JavaScript files, ${inMegabytes(sizeOf(files))}`)
  for (const { missing } of peers) if (missing !== undefined) console.log(`skipped: ${missing}`)
  const found = peers.filter(({ missing }) => missing === undefined)
  if (found.length === 0) return
  const own = [
    { name: 'parse alone', run: () => parseAll(files) },
    { name: `assay, ${scanner.rules.length} rules`, run: () => scan(scanner, files) },
    { name: `assay, prefilter off`, run: () => scan(everything, files) },
  ]
  const variants = [...own, ...found.flatMap(({ name, run, variants: more }) => [{ name, run }, ...more])]
  printTimes(await measureInTurns(variants, { rounds: 3, warmups: 1 }), () => sizeOf(files), 'parse alone')
}

function printTimes(times, sizeFor, base) {
  const rows = [...times].map(([variant, values]) => {
    const middle = median(values)
    return [
      variant,
      `${middle.toFixed(1)} ms`,
      `± ${percent(spread(values))}`,
      `${(sizeFor(variant) / middle / 1000).toFixed(1)} MB/s`,
      medianRatio(values, times.get(base)).toFixed(2),
    ]
  })
  console.log(formatTable([['', 'CPU', 'spread', 'speed', `of ${base}`], ...rows]))
}

function parseAll(files) {
  let nodes = 0
  for (const { path, text } of files) {
    const tree = grammarOf(path).parser.parse(text)
    nodes += tree.rootNode.childCount
    tree.delete()
  }
  return nodes
}

function decodeAll(files) {
  let nodes = 0
  for (const { path, text } of files) nodes += grammarOf(path).grammar.parse(text)?.count ?? 0
  return nodes
}

async function scan(scanner, files) {
  let stats
  const sources = files.map(({ path, text }) => ({ path, content: text }))
  const limits = { maxFileBytes: 4 * DEFAULT_LIMITS.maxFileBytes }
  await scanner.scan(sources, { includeVendored: true, limits, onStats: (given) => (stats = given) })
  return stats
}

async function repeat(times, run) {
  for (let turn = 0; turn < times; turn++) await run()
}

function sizeOf(files) {
  return files.reduce((sum, { text }) => sum + text.length, 0)
}

function inMegabytes(units) {
  return `${(units / 1e6).toFixed(1)} MB`
}
