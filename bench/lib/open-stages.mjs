import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, importBuilt, readGrammar } from './engine.mjs'

/** The findings that the stage `report` writes, repeated for this file. */
const REPORTED = [
  {
    path: 'app.js',
    content: `const { exec } = require('child_process')
const app = require('express')()
app.get('/', (req, res) => {
  exec('ls ' + req.query.folder)
  res.redirect(req.query.to)
  eval(req.query.code)
})
`,
  },
]
const REPORTED_FINDINGS = 10_000

/** Modules of the engine with the stages. */
const MODULES = [
  'pack/load-packs',
  'compile/compile-ruleset',
  'languages/dialects',
  'languages/text/dialect',
  'languages/detect-dialect',
  'engines/syntax/syntax-runtime',
  'text/decode-text',
  'scan/match/create-source-view',
  'scan/triage/read-code-text',
  'scan/match/match-file',
  'scan/match/flow-inputs',
  'scan/follow/follow-files',
  'flow/flow-engine',
  'compile/compile-models',
  'scan/costs/phase-clock',
  'node/index',
]

/**
 * Every stage of a scan as a function over the same files, with precomputed results of the stages before it. Stages are the engine's own modules, in
 * the order of a scan.
 *
 * @param {{ pack?: string, files: readonly { path: string, bytes: Buffer, text: string }[] }} input
 * @returns {Promise<{ rules: number, stages: { name: string, run: () => unknown }[], counts: Record<string, number> }>}
 */
export async function openStages({ pack = 'full', files }) {
  const engine = Object.assign({}, ...(await Promise.all(MODULES.map((path) => importBuilt(`src/${path}.js`)))))
  const { decodeText, toJson, toText } = engine
  const { ruleset, flow } = await compilePack(engine, pack)
  const prepared = await prepareFiles(engine, ruleset, files)
  const { viewOf, match, follow } = bindScan(engine, { ruleset, flow }, prepared)
  const many = await makeFindings(engine, pack)
  const everything = ({ rules }) => Array.from({ length: rules.rules.length + rules.wideRequirements.length }, (_, index) => index)
  const lower = (file) => file.rules.code.syntax.lower?.(file.tree, file.text, viewOf(file).symbols(), flow.modelsFor(file.rules.dialect.language))
  return {
    rules: ruleset.rules.length,
    counts: { files: prepared.length, candidates: prepared.filter(({ candidates }) => candidates.length > 0).length, reported: many.findings.length },
    stages: [
      { name: 'decode', run: () => prepared.forEach(({ bytes }) => decodeText(bytes)) },
      { name: 'prefilter', run: () => prepared.forEach(({ rules, text }) => rules.candidates(text)) },
      { name: 'parse', run: () => prepared.forEach(({ rules, text }) => rules.code.parse(text)) },
      { name: 'names', run: () => prepared.forEach((file) => viewOf(file).symbols()) },
      { name: 'lower, all files', run: () => prepared.forEach((file) => file.tree !== undefined && lower(file)) },
      { name: 'match, candidates', run: () => prepared.forEach((file) => match(file, file.candidates)) },
      { name: 'match, all rules on all files', run: () => prepared.forEach((file) => match(file, everything(file))) },
      { name: 'flow', run: follow },
      { name: 'report', run: () => toJson(many).length + toText(many).length },
    ],
  }
}

async function compilePack({ startSyntaxRuntime, loadPacks, compileRuleset, compileModels, createFlowEngine, DIALECTS }, pack) {
  const folder = JSON.parse(readFileSync(join(build, 'rules.json'), 'utf8'))
  const runtime = await startSyntaxRuntime(readGrammar('web-tree-sitter'))
  const grammars = new Map()
  const loadGrammar = (name) => {
    if (!grammars.has(name)) grammars.set(name, runtime.loadGrammar(name, readGrammar(name)))
    return grammars.get(name)
  }
  const { value } = loadPacks({ folders: [folder], wanted: [pack] })
  const { ruleset } = compileRuleset({ pack: value, dialects: DIALECTS, checked: true, loadGrammar })
  return { ruleset, flow: createFlowEngine(compileModels(value.models)) }
}

/** Code files with their rules, candidates and trees. */
async function prepareFiles({ createDialectDetector, DIALECTS, text: textDialect }, ruleset, files) {
  const detect = createDialectDetector(DIALECTS, textDialect)
  const prepared = []
  for (const { path, bytes, text } of files) {
    const rules = await ruleset.forDialect(detect(path, text))
    if (rules.code !== undefined) prepared.push({ path, bytes, text, rules, candidates: rules.candidates(text), tree: rules.code.parse(text) })
  }
  return prepared
}

/** The engine's scan of prepared files, with precomputed trees. */
function bindScan(engine, { ruleset, flow }, prepared) {
  const { createSourceView, readCodeText, matchFile, readFlowPart, followFiles, createPhaseClock, DEFAULT_LIMITS: limits } = engine
  const viewOf = ({ path, text, rules, tree }) => {
    const source = readCodeText(path, text, rules.dialect)
    const view = createSourceView({ path, source, rules, maxNesting: limits.maxNesting, onGap: () => {}, time: (_phase, work) => work() })
    let symbols
    return { ...view, tree: () => tree, symbols: () => (symbols ??= tree === undefined ? undefined : rules.code.syntax.resolveSymbols(tree, text)) }
  }
  const clock = createPhaseClock(() => performance.now())
  const common = { rules: ruleset.rules, ruleIds: (rule) => ruleset.rules[rule].info.id, flow, limits, clock, withoutPrefilter: false }
  const texts = new Map(prepared.map(({ path, text }) => [path, text]))
  const dialects = new Map(prepared.map(({ rules }) => [rules.dialect.id, rules]))
  const follow = async () => {
    const parts = prepared.flatMap((file) => readFlowPart({ ...common, view: viewOf(file), rules: file.rules, onGap: () => {} }) ?? [])
    const lowered = new Map(parts.map(({ candidate, lowered }) => [candidate.path, lowered]))
    const ends = new Map(parts.map((part) => [part.candidate.path, part.ends]))
    const input = {
      scan: common,
      dialects,
      mostSteps: Number.POSITIVE_INFINITY,
      textOf: (path) => texts.get(path),
      loweredOf: (path) => lowered.get(path),
      endsOf: (path) => ends.get(path),
      giveTurn: async () => {},
    }
    const candidates = parts.map(({ candidate }) => candidate)
    const reports = []
    for (const group of flow.findGroups(candidates, []))
      reports.push(await followFiles(group, { ...input, sizes: group.files.map(({ path }) => texts.get(path)?.length ?? 0) }))
    return reports
  }
  const match = (file, candidates) => matchFile({ rules: file.rules, candidates, view: viewOf(file), limits, onGap: () => {} })
  return { viewOf, match, follow }
}

/** A result with many findings: reports of other scanners are slow if there are many. */
async function makeFindings({ createScanner }, pack) {
  const scanner = await createScanner({ packs: [pack] })
  const result = await scanner.scan(REPORTED)
  await scanner.close()
  const findings = Array.from({ length: REPORTED_FINDINGS }, (_, index) => ({ ...result.findings[index % result.findings.length], line: index + 1 }))
  return { ...result, findings }
}
