// Writes the facts of all reviewed findings to bench/applications/evidence.csv: `npm run evidence:collect`.
// Needs no network. Facts about the code around a location are known for the applications that are unpacked here (`npm run bench -- applications all` unpacks them), and
// empty for others.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { importBuilt } from '../../bench/lib/engine.mjs'
import { fileName, sourceFolder } from '../../bench/lib/unpack-application.mjs'
import { checkVerdicts } from '../../bench/lib/verdicts.mjs'
import { root } from '../root.mjs'
import { CONTEXT_FACTS, REVIEWS_FILE, ROUNDS, writeReviews } from './reviews.mjs'

const HOME = join(root, 'bench/applications')
const CONFIDENCES = ['high', 'medium', 'low']

/** Words of steps in older reviews, and those of today. */
const RENAMED = [
  { words: /^perhaps handed on by (`[^`]*`).*/, today: 'possibly propagated by $1 (unknown function)' },
  { words: /^passed through /, today: 'propagated by ' },
  { words: /^put in by /, today: 'added by ' },
  { words: /^stored in (?=`)/, today: 'stored in property ' },
  { words: /^becomes part of a text$/, today: 'concatenated into a string' },
  { words: /^used by a function within$/, today: 'captured by a nested function' },
  { words: /^passed to (`[^`]*`|the constructor|a function) as (`[^`]*`)$/, today: 'passed to parameter $2 of $1' },
]

const { FACTS } = await importBuilt('src/model/evidence.js')
const { countFacts } = await importBuilt('src/evidence/count-facts.js')
const { isUnlikely } = await importBuilt('src/flow/report/path-plausibility.js')
const { readContextFacts } = await importBuilt('src/scan/match/context-facts.js')
const rules = readRules()
const reviews = parse(readFileSync(join(HOME, 'list.yaml'), 'utf8')).flatMap((application) => {
  const verdicts = readVerdicts(application)
  // Disputed findings teach nothing, and neither do rules that are no more.
  const usable = verdicts.filter(({ verdict, rule }) => (verdict === 'right' || verdict === 'wrong') && rules.has(rule))
  return usable.map((verdict) => toReview(application, verdict, verdicts))
})
writeFileSync(REVIEWS_FILE, writeReviews(reviews, FACTS))
console.log(`${reviews.length} reviews of ${new Set(reviews.map(({ application }) => application)).size} applications`)

/** Category and stated confidence of each rule by its id, from the rule files: rules cannot be loaded while a new fact has no weight. */
function readRules() {
  const files = readdirSync(join(root, 'rules'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'))
  return new Map(
    files.flatMap((file) => {
      const { id, category, confidence } = parse(readFileSync(join(root, 'rules', file), 'utf8'), { merge: true }) ?? {}
      return id === undefined || category === undefined ? [] : [[id, { category, confidence }]]
    }),
  )
}

function readVerdicts(application) {
  const file = join(HOME, 'verdicts', `${fileName(application)}.yaml`)
  if (!existsSync(file)) return []
  const verdicts = parse(readFileSync(file, 'utf8')) ?? []
  const mistakes = checkVerdicts(verdicts)
  if (mistakes.length > 0) throw new Error(`${file}:\n${mistakes.join('\n')}`)
  return verdicts
}

function toReview(application, verdict, verdicts) {
  const { rule, file, severity } = verdict
  const trace = readTrace(verdict.trace ?? '')
  const { category, confidence: stated } = rules.get(rule) ?? {}
  const context = readContext(application, verdict)
  const alike = verdicts.filter((other) => other.rule === rule && other.file === file).length - 1
  const facts = new Map(countFacts({ confidence: stateToday(verdict, stated, trace), context: context ?? [], file, trace }, alike))
  if (context === undefined) for (const name of CONTEXT_FACTS) facts.set(name, undefined)
  const round = ROUNDS.indexOf(application.half) + 1
  return { application: application.name, round, verdict: verdict.verdict, rule, category, severity, facts }
}

/** What the rule and the path state today, where that is less than at the review. */
function stateToday({ confidence }, stated, trace) {
  const weaker = CONFIDENCES[Math.max(CONFIDENCES.indexOf(confidence), CONFIDENCES.indexOf(stated))]
  return trace.length > 0 && isUnlikely(trace, weaker) ? 'low' : weaker
}

/** Undefined where the file is not here. A review has the line of its location, and no columns. */
function readContext(application, { file, line }) {
  const path = join(sourceFolder(application), file)
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8')
  const lines = text.split('\n')
  const code = lines[line - 1] ?? ''
  const lineStart = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  return readContextFacts(text, { start: lineStart + Math.max(0, code.search(/\S/)), end: lineStart + code.trimEnd().length })
}

/** The steps of a trace as a review has it (`wordTrace`): `app.js:3 untrusted data > 5 passed to \`run\``. */
function readTrace(words) {
  const steps = words === '' ? [] : words.split(' > ')
  let file = ''
  return steps.map((step, index) => {
    const [, named, what = step] = /^(?:(.*?):)?\d+ (.*)$/.exec(step) ?? []
    file = named ?? file
    return { kind: index === 0 ? 'source' : index === steps.length - 1 ? 'sink' : 'step', file, what: nameStep(what) }
  })
}

/** What a step of a review is called today. */
function nameStep(what) {
  const renamed = RENAMED.find(({ words }) => words.test(what))
  return renamed === undefined ? what : what.replace(renamed.words, renamed.today)
}
