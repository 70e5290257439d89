import { compileRuleset } from './compile/compile-ruleset.ts'
import type { Grammar } from './engines/syntax/grammar.ts'
import { DIALECTS } from './languages/dialects.ts'
import { plainPath } from './engines/regex/compile-path-glob.ts'
import { describeUnmet } from './explain/unmet-literals.ts'
import { MIN_SCORE, type RankedCandidate } from './explain/explain-nodes.ts'
import { writeClause } from './explain/written-clause.ts'
import { explainEnds, explainMatch } from './explain-match.ts'
import { maskExplanation } from './mask-explanation.ts'
import { describeUnreported, type ExplainedFileInput, explainSilenced, findingsAt, toMatch } from './explain-unreported.ts'
import { type ExplainedFiles, openExplainedFiles } from './explained-files.ts'
import type { ExaminationSettings } from './model/examiner.ts'
import type { CodePlace, ExplainedReason, Explanation, ExplainRequest, NotRunExplanation } from './model/explanation.ts'
import type { Finding } from './model/finding.ts'
import type { FlowEngine } from './model/flow-engine.ts'
import { isForLanguage } from './model/language.ts'
import type { RulePack } from './model/rule-pack.ts'
import type { Ruleset } from './model/ruleset.ts'
import { isTestCode } from './model/test-code.ts'
import { createFileExaminer, type FileExaminerInput } from './scan/file-examiner.ts'
import { readLimits } from './scan/limits.ts'
import { createLocalExaminer } from './scan/local-examiner.ts'
import { readPrecedence, readWideRules } from './scan/read-precedence.ts'
import { type ScanFindings, scanFiles } from './scan/scan-files.ts'
import { languageOfCode } from './scan/triage/language-of-code.ts'
import { suggestWord } from './text/nearest-word.ts'

/** What explanations need of an engine. */
export interface ExplainerInput {
  readonly pack: RulePack
  loadGrammar(name: string): Promise<Grammar>
  readonly flow: FlowEngine
  readonly examiner: FileExaminerInput
  /** The findings of all rules, which may take precedence over those of one rule. */
  scanAll(request: ExplainRequest): Promise<readonly Finding[]>
}

/** One rule, compiled alone. */
interface SingleRule {
  readonly ruleset: Ruleset
  readonly input: FileExaminerInput
  /** Results of scans by their list of files: callers explain several files of one list. */
  readonly scans: WeakMap<ExplainRequest['files'], Promise<ScanFindings>>
}

const MAX_CANDIDATES = 10

/** Explains rules one at a time. Each rule is compiled alone on its first explanation, so that scans pay nothing. */
export function createExplainer(given: ExplainerInput): (request: ExplainRequest) => Promise<Explanation> {
  const singles = new Map<string, SingleRule>()
  return async (request) => {
    const index = given.pack.rules.findIndex(({ spec }) => spec.id === request.rule)
    if (index < 0) throw new RangeError(describeUnknownRule(request.rule, given.pack))
    const single = singles.get(request.rule) ?? compileSingle(given, index)
    singles.set(request.rule, single)
    const path = request.file ?? request.files[0]?.path
    const file = request.files.find((each) => each.path === path)
    if (file === undefined || path === undefined)
      throw new RangeError(`\`file\` must be the path of one of \`files\`${path === undefined ? '' : `: \`${path}\` is not`}.`)
    const scan = await scanOnce(single, request.files)
    const files = await openExplainedFiles(request, path, {
      single: single.ruleset,
      examiner: single.input,
      flow: given.flow,
      rule: given.pack.rules[index],
      shared: given.pack.shared,
      loadGrammar: given.loadGrammar,
    })
    const explanation = await explainFile({ request, path, scan, files, rule: given.pack.rules[index], scanAll: given.scanAll })
    return given.pack.rules[index].spec.category === 'secrets' ? maskExplanation(explanation) : explanation
  }
}

function describeUnknownRule(id: string, { rules }: RulePack): string {
  const hint = suggestWord(
    id,
    rules.map(({ spec }) => spec.id),
  )
  return `The scanner has no rule \`${id}\`${hint === undefined ? '' : `: ${hint}`}`
}

function compileSingle({ pack, loadGrammar, examiner }: ExplainerInput, index: number): SingleRule {
  const { ruleset } = compileRuleset({ pack: { ...pack, rules: [pack.rules[index]] }, dialects: DIALECTS, loadGrammar, checked: true })
  const input = {
    ...examiner,
    forDialect: ruleset.forDialect,
    rules: ruleset.rules,
    ruleIds: (rule: number) => ruleset.rules[rule]?.info.id ?? '',
    flowStore: undefined,
  }
  return { ruleset, input, scans: new WeakMap() }
}

function scanOnce(single: SingleRule, files: ExplainRequest['files']): Promise<ScanFindings> {
  const known = single.scans.get(files) ?? scanAlone(single, files)
  single.scans.set(files, known)
  return known
}

function scanAlone({ ruleset, input }: SingleRule, files: ExplainRequest['files']): Promise<ScanFindings> {
  const settings: ExaminationSettings = { limits: readLimits(), includeVendored: false, foreignSuppressions: false, profiled: false }
  return scanFiles(files, {
    examiner: createLocalExaminer((each) => createFileExaminer(input, each)),
    flow: input.flow,
    languageOfCode: (path) => languageOfCode(input, path),
    precedence: readPrecedence(ruleset),
    wideRules: readWideRules(ruleset),
    settings,
  })
}

type Base = Pick<Explanation, 'rule' | 'file' | 'line' | 'language' | 'notes'>

async function explainFile(input: ExplainedFileInput): Promise<Explanation> {
  const { request, path, scan, files, rule } = input
  const base: Base = {
    rule: request.rule,
    file: path,
    ...(request.line === undefined ? {} : { line: request.line }),
    language: files.language,
    notes: scan.partial.filter(({ file }) => file === path).map(({ detail, line }) => (line === undefined ? detail : `Line ${line}: ${detail}`)),
  }
  const notRun = explainNotRun(input)
  if (notRun !== undefined) return { ...base, kind: 'not-run', reason: notRun }
  const silenced = await explainSilenced(input)
  if (silenced !== undefined) return { ...base, ...silenced }
  const findings = findingsAt(scan.findings, request, path)
  const max = request.maxCandidates ?? MAX_CANDIDATES
  if (rule.spec.taint !== undefined) return explainTaint(input, base, findings, max)
  const all = explainMatch(files, request.line)
  const candidates = all.filter(({ holds }) => !holds)
  const shown = candidates.slice(0, max).map(toPublic)
  const omitted = candidates.length - shown.length
  if (findings.length > 0)
    return { ...base, kind: 'fired', matches: findings.map((finding) => toMatch(files, finding, all)), candidates: shown, omitted }
  const held = all.filter(({ holds }) => holds)
  if (held.length > 0)
    return {
      ...base,
      kind: 'not-reported',
      reason: describeUnreported(input),
      matches: held.map(({ place, clauses }) => ({ place, clauses, trace: [] })),
    }
  const [nearest] = candidates
  const unmet = describeMissing(files)
  if (unmet !== undefined && (nearest?.score ?? 0) < MIN_SCORE) return { ...base, kind: 'not-run', reason: unmet }
  return {
    ...base,
    notes: unmet === undefined ? base.notes : [...base.notes, unmet.message],
    kind: 'not-matched',
    reason: nearest?.reason !== undefined && isClause(nearest.reason) ? nearest.reason : nothingNear(input),
    candidates: shown,
    omitted,
  }
}

function isClause(reason: RankedCandidate['reason']): reason is Extract<Explanation, { kind: 'not-matched' }>['reason'] {
  return reason !== undefined
}

function nothingNear({ request, rule }: ExplainedFileInput): Extract<Explanation, { kind: 'not-matched' }>['reason'] {
  const where = request.line === undefined ? 'in this file' : `on line ${request.line}`
  return { code: 'no-candidate', message: `No code ${where} matches the first clause of the rule: ${writeClause(rule.spec.match)}.` }
}

/** The reasons before matching. */
function explainNotRun({ scan, files, path, rule }: ExplainedFileInput): NotRunExplanation['reason'] | undefined {
  const { spec } = rule
  const skipped = scan.skipped.find(({ file }) => file === path)
  if (skipped !== undefined) return { code: 'skipped', message: `The file is skipped (\`${skipped.reason}\`): ${skipped.detail ?? ''}`.trim() }
  if (!isForLanguage(spec.languages, files.language)) {
    const language = scan.unread[0]?.language ?? files.language
    return { code: 'language', clause: 'languages', message: `The file is read as ${language}, and the rule is for ${spec.languages.join(', ')}.` }
  }
  if (files.appliesTo(path)) return undefined
  const { include, exclude, tests } = spec.paths ?? {}
  if (isTestCode(plainPath(path)) && !(tests ?? spec.category === 'secrets'))
    return {
      code: 'test-code',
      clause: 'paths.tests',
      message: 'The path is that of test code, and the rule does not scan test code. `paths.tests: true` changes that.',
    }
  const clause = include === undefined ? 'paths.exclude' : exclude === undefined ? 'paths.include' : 'paths'
  return { code: 'path', clause, message: `The path of the file is not one that \`${clause}\` of the rule selects.` }
}

function describeMissing(files: ExplainedFiles): NotRunExplanation['reason'] | undefined {
  const unmet = describeUnmet(files.need, files.text)
  return unmet === undefined
    ? undefined
    : { code: 'literals', message: `The file contains ${unmet}, so the rule cannot match and the prefilter leaves it out.` }
}

function toPublic({ place, clauses, reason }: RankedCandidate): {
  readonly place: RankedCandidate['place']
  readonly clauses: RankedCandidate['clauses']
  readonly reason?: ExplainedReason
} {
  return { place, clauses, ...(reason === undefined ? {} : { reason }) }
}

function explainTaint({ files, request }: ExplainedFileInput, base: Base, findings: readonly Finding[], max: number): Explanation {
  if (findings.length > 0)
    return { ...base, kind: 'fired', matches: findings.map((finding) => toMatch(files, finding, [])), candidates: [], omitted: 0 }
  const flow = files.explainFlow()
  const isHere = ({ place }: Pick<Flow['sinks'][number], 'place'>): boolean => place.file === base.file && isAtLine(place, request.line)
  const [sinks, sources] = [flow.sinks.filter(isHere), flow.sources.filter(isHere)]
  const reason = flow.sinks.length === 0 ? flow.reason : chooseReason(sinks, sources, flow)
  const here = [...sinks, ...sources]
  // Code that comes near a source or a sink matters only on lines without any.
  const onLine = here.length === 0 && request.line !== undefined ? explainEnds(files, request.line).filter(({ holds }) => !holds) : []
  const shownSinks = here.length === 0 ? flow.sinks : flow.sinks.filter((each) => here.some((other) => isRelated(each, other)))
  const shownSources = here.length === 0 ? flow.sources : flow.sources.filter((each) => here.some((other) => isRelated(each, other)))
  const all = flow.sinks.length + flow.sources.length + onLine.length
  const listed = { sources: shownSources.slice(0, max), sinks: shownSinks.slice(0, max), candidates: onLine.slice(0, max).map(toPublic) }
  const omitted = all - listed.sources.length - listed.sinks.length - listed.candidates.length
  return { ...base, kind: 'no-flow', reason, ...listed, omitted }
}

/** A source may be a whole function, of which only the first line is meant. */
const MAX_LINES = 5

function isAtLine({ line, endLine }: Pick<CodePlace, 'line' | 'endLine'>, asked: number | undefined): boolean {
  return asked === undefined || asked === line || (line < asked && asked <= endLine && endLine - line < MAX_LINES)
}

type End = Pick<Flow['sinks'][number], 'place' | 'loss'>

/** Whether two ends are the same, or lose the same data at the same place. */
function isRelated(left: End, right: End): boolean {
  if (left === right) return true
  const [one, other] = [left.loss?.place, right.loss?.place]
  return one !== undefined && other !== undefined && one.file === other.file && one.line === other.line && one.column === other.column
}

type Flow = ReturnType<ExplainedFiles['explainFlow']>

/** The reason of the sinks on the line, else that of a source, else that of all files. */
function chooseReason(sinks: Flow['sinks'], sources: Flow['sources'], { reason, isEmptyLoss }: Flow): Flow['reason'] {
  const ofSinks = sinks.flatMap(({ loss }) => loss ?? [])
  const ofSources = sources.flatMap(({ loss }) => loss ?? [])
  const telling = ofSinks.find((loss) => !isEmptyLoss(loss))
  return telling ?? ofSinks[0] ?? ofSources[0] ?? reason
}
