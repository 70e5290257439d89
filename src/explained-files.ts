import type { Grammar } from './engines/syntax/grammar.ts'
import { createMatcherCompiler, type MatcherCompiler } from './matchers/compile-matchers.ts'
import type { CodePlace, ExplainRequest } from './model/explanation.ts'
import type { FlowEngine } from './model/flow-engine.ts'
import type { ExplainedFlow, ExplainedFlowFile, VariableUse } from './model/flow-explanation.ts'
import type { LanguageId } from './model/language.ts'
import { type LiteralNeed, needAll } from './model/literal-need.ts'
import type { MatchContext, NodeContext } from './model/matcher.ts'
import type { Position } from './model/position.ts'
import type { LoadedMatcher, LoadedRule } from './model/rule-pack.ts'
import type { DialectRules, Ruleset } from './model/ruleset.ts'
import type { SourceFile, SourceView } from './model/source.ts'
import { createPhaseClock } from './scan/costs/phase-clock.ts'
import { StepLimitError } from './scan/costs/step-budget.ts'
import type { FileExaminerInput } from './scan/file-examiner.ts'
import { readLimits } from './scan/limits.ts'
import { createSourceView } from './scan/match/create-source-view.ts'
import { readFlowEnds } from './scan/match/match-endpoints.ts'
import { readCodeText } from './scan/triage/read-code-text.ts'
import { decodeText } from './text/decode-text.ts'
import { spanOf } from './text/span-of.ts'

/** What explanations are read from: one rule compiled alone, and the files of a request. */
export interface ExplainedFilesInput {
  readonly single: Ruleset
  readonly examiner: FileExaminerInput
  readonly flow: FlowEngine
  readonly rule: LoadedRule
  readonly shared: ReadonlyMap<string, LoadedMatcher>
  loadGrammar(name: string): Promise<Grammar>
}

/** The explained file, opened, and the others of its request. */
export interface ExplainedFiles {
  readonly rule: LoadedRule
  readonly shared: ReadonlyMap<string, LoadedMatcher>
  readonly language: LanguageId
  readonly text: string
  readonly context: MatchContext
  /** Undefined if the file has no syntax tree. */
  readonly nodes: NodeContext | undefined
  readonly grammar: Grammar | undefined
  readonly compiler: MatcherCompiler
  /** The literals that the rule needs. */
  readonly need: LiteralNeed
  appliesTo(path: string): boolean
  positionAt(offset: number): Position
  /** The code of a place of a finding. */
  codeAt(place: Omit<CodePlace, 'text'>): string
  explainFlow(): ExplainedFlow
}

/** Steps of an explanation. A rule may take 20 million in a scan. */
const MAX_STEPS = 100_000_000

/** Opens the files of a request for one rule. */
export async function openExplainedFiles({ files }: ExplainRequest, path: string, input: ExplainedFilesInput): Promise<ExplainedFiles> {
  const opened: OpenedFile[] = []
  for (const file of files) opened.push(await openFile(file, input))
  const [main] = opened.filter(({ view }) => view.path === path)
  const { view, rules } = main
  const { dialect, code } = rules
  const grammar = dialect.code === undefined || code === undefined ? undefined : await input.loadGrammar(dialect.code.grammar)
  const compiler = createMatcherCompiler({
    dialect,
    code: grammar === undefined || code === undefined ? undefined : { grammar, syntax: code.syntax },
    shared: input.shared,
    report: () => {},
  })
  const compiled = rules.rules[0]
  return {
    rule: input.rule,
    shared: input.shared,
    language: dialect.language,
    text: view.text,
    context: main.context,
    nodes: toNodes(main),
    grammar,
    compiler,
    need: compiled?.taint === undefined ? (compiled?.need ?? needAll([])) : compiled.taint.sinks,
    appliesTo: (each) => compiled?.appliesTo(each) ?? true,
    positionAt: view.lines.positionAt,
    codeAt: (place) => codeAt(opened, place),
    explainFlow: () => explainFlow(opened, input),
  }
}

interface OpenedFile {
  readonly view: SourceView
  readonly rules: DialectRules
  readonly context: MatchContext
}

async function openFile({ path, content }: SourceFile, { examiner }: ExplainedFilesInput): Promise<OpenedFile> {
  const decoded = decodeText(content)
  const text = 'text' in decoded ? decoded.text : ''
  const dialect = examiner.detect(path, text)
  const rules = await examiner.forDialect(dialect)
  const source = readCodeText(path, text, dialect)
  const view = createSourceView({ path, source, rules, maxNesting: readLimits().maxNesting, onGap: () => {}, time: (_, work) => work() })
  let steps = 0
  const spend = (count: number): void => {
    steps += count
    if (steps > MAX_STEPS) throw new StepLimitError(`The explanation takes more than ${MAX_STEPS} steps.`)
  }
  return { view, rules, context: { file: view, spend } }
}

function toNodes({ view, rules, context }: OpenedFile): NodeContext | undefined {
  const tree = view.tree()
  const symbols = view.symbols()
  return tree === undefined || symbols === undefined || rules.code === undefined
    ? undefined
    : { ...context, tree, symbols, syntax: rules.code.syntax }
}

function codeAt(opened: readonly OpenedFile[], { file, ...place }: Omit<CodePlace, 'text'>): string {
  const view = opened.find((each) => each.view.path === file)?.view
  if (view === undefined) return ''
  const { start, end } = spanOf(view.lines, view.text, place)
  return view.text.slice(start, end).replace(/\s+/g, ' ').slice(0, 80)
}

function explainFlow(opened: readonly OpenedFile[], { flow, examiner }: ExplainedFilesInput): ExplainedFlow {
  const files = opened.flatMap((file): readonly ExplainedFlowFile[] => {
    const read = readFlowFile(file, flow, examiner)
    return read === undefined ? [] : [read]
  })
  const configs = opened
    .filter(({ view }) => /(?:^|\/)(?:[jt]sconfig[^/]*|package)\.json$/.test(view.path))
    .map(({ view: { path, text } }) => ({ path, text }))
  return flow.explain({ files, configs })
}

function readFlowFile(file: OpenedFile, flow: FlowEngine, { now }: FileExaminerInput): ExplainedFlowFile | undefined {
  const { view, rules } = file
  const nodes = toNodes(file)
  const lower = rules.code?.syntax.lower
  if (nodes === undefined || lower === undefined) return undefined
  const clock = createPhaseClock(now)
  const ends = readFlowEnds({ view, rules, flow, limits: readLimits(), clock, profiler: undefined, withoutPrefilter: true, onGap: () => {} })
  ends?.sinks()
  const annotated = ends?.lower()
  if (annotated === undefined) return undefined
  const lowered = lower(nodes.tree, view.text, nodes.symbols, flow.modelsFor(rules.dialect.language))
  const { tree } = nodes
  return {
    file: annotated,
    text: view.text,
    guards: lowered.guards.map(({ node }) => ({ start: tree.start[node], end: tree.end[node] })),
    variables: listVariables(nodes, lowered.valueAt),
  }
}

/** All uses of variables, with their values. */
function listVariables({ tree, symbols, syntax }: NodeContext, valueAt: Int32Array): readonly VariableUse[] {
  const uses: VariableUse[] = []
  for (let node = 0; node < tree.count; node++) {
    if (!syntax.pattern.identifierTypes.has(tree.type[node]) || valueAt[node] < 0) continue
    const declaration = symbols.declarationOf(node)
    if (declaration >= 0) uses.push({ declaration, value: valueAt[node], start: tree.start[node], end: tree.end[node] })
  }
  return uses
}
