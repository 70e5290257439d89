import type { Bindings } from '../../model/bindings.ts'
import { boundSpan, boundText, lookup, MATCH } from '../../model/bound.ts'
import type { PartialReason } from '../../model/gap.ts'
import type { MatchContext, NodeContext } from '../../model/matcher.ts'
import type { Span } from '../../model/position.ts'
import type { CompiledRule, DialectRules, Entry, FindingWeight, WeakerPlace } from '../../model/ruleset.ts'
import type { Limits } from '../../model/scanner.ts'
import { CONFIDENCES, SEVERITIES, weaker } from '../../model/severity.ts'
import type { SourceView } from '../../model/source.ts'
import type { PhaseClock } from '../costs/phase-clock.ts'
import type { Profiler } from '../costs/profiler.ts'
import type { Capture, RawFinding } from './raw-finding.ts'
import { runEntry } from './run-entry.ts'
import { createStepBudget, StepLimitError } from '../costs/step-budget.ts'

export interface MatchInput {
  readonly rules: DialectRules
  /** Positions in `rules.rules`; beyond these, in `rules.wideRequirements`. */
  readonly candidates: readonly number[]
  /** Matchers of the candidates' entries whose needs the file meets. Absent to try all. */
  readonly matchers?: ReadonlySet<Entry['matcher']>
  readonly view: SourceView
  readonly limits: Limits
  readonly clock: PhaseClock
  readonly profiler: Profiler | undefined
  onGap(reason: PartialReason, detail: string, rule?: number): void
}

/** The state of matching one file: what rules share, what they found, and which have stopped. */
export interface Run {
  readonly context: MatchContext
  readonly nodes: () => NodeContext | undefined
  readonly findings: RawFinding[]
  readonly requirements: Map<string, boolean>
  /** Steps of matching so far. */
  steps(): number
  /** Records a match. True if the rule has reached its maximum. */
  record(position: number, bindings: Bindings, node: number): boolean
  /** Runs a rule's work. A spent budget or a failure is a gap of that rule only. */
  guard(position: number, work: () => void): void
  isStopped(position: number): boolean
  /** The position for work that belongs to no single rule. */
  readonly forFile: number
}

/** Starts the matching of a file. Nothing is parsed or resolved before a rule needs nodes. */
export function createRun({ rules, view, limits, clock, profiler, onGap }: MatchInput): Run {
  const budget = createStepBudget(rules.rules.length + 1, limits)
  const stopped = new Uint8Array(rules.rules.length + 1)
  const context: MatchContext = { file: view, spend: budget.spend }
  const nodes = createLazyNodes(context, rules)
  const ruleAt = (position: number): number | undefined => rules.rules[position]?.index
  const guard: Run['guard'] = (position, work) => {
    budget.charge(position)
    try {
      work()
    } catch (error) {
      stopped[position] = 1
      if (error instanceof StepLimitError) onGap('step-limit', error.message, ruleAt(position))
      else onGap('rule-failed', `Matching failed: ${error instanceof Error ? error.name : 'unknown error'}.`, ruleAt(position))
    }
  }
  const guardTimed: Run['guard'] = (position, work) => {
    const rule = ruleAt(position)
    if (rule === undefined) guard(position, work)
    else
      profiler?.charge(
        [rule],
        clock.timeApart(() => guard(position, work)),
      )
  }
  const { findings, record } = createRecorder({ rules, limits, context, knownNodes: nodes.known, stopped, onGap })
  return {
    context,
    steps: budget.spent,
    nodes: nodes.get,
    findings,
    requirements: new Map(),
    forFile: rules.rules.length,
    isStopped: (position) => stopped[position] === 1,
    record,
    guard: profiler === undefined ? guard : guardTimed,
  }
}

interface LazyNodes {
  /** Parses and resolves the file if that has not been done. */
  get(): NodeContext | undefined
  /** Undefined before the first `get`. */
  known(): NodeContext | undefined
}

function createLazyNodes(context: MatchContext, rules: DialectRules): LazyNodes {
  let found: NodeContext | undefined
  const get = (): NodeContext | undefined => {
    if (found !== undefined) return found
    const tree = context.file.tree()
    const symbols = context.file.symbols()
    if (tree === undefined || symbols === undefined || rules.code === undefined) return undefined
    found = { ...context, tree, symbols, syntax: rules.code.syntax }
    return found
  }
  return { get, known: () => found }
}

interface RecorderInput extends Pick<MatchInput, 'rules' | 'limits' | 'onGap'> {
  readonly context: MatchContext
  /** By position; 1 for rules that have stopped. */
  readonly stopped: Uint8Array
  knownNodes(): NodeContext | undefined
}

function createRecorder({ rules, limits, context, knownNodes, stopped, onGap }: RecorderInput): Pick<Run, 'findings' | 'record'> {
  const counts = new Uint32Array(rules.rules.length + 1)
  const seen = new Set<string>()
  const findings: RawFinding[] = []
  const weighAround = createAroundWeights(context)
  const record: Run['record'] = (position, bindings, node) => {
    const rule = rules.rules[position]
    const nodes = knownNodes()
    const bound = lookup(bindings, MATCH) ?? { kind: 'node' as const, node }
    const span = boundSpan(nodes ?? context, bound)
    if (rule === undefined || span === undefined) return false
    const key = `${position}:${span.start}:${span.end}`
    if (seen.has(key)) return false
    seen.add(key)
    if ((counts[position] ?? 0) >= limits.maxMatchesPerRule) {
      stopped[position] = 1
      onGap('match-limit', `The rule matches more than ${limits.maxMatchesPerRule} times; the rest is left out.`, rule.index)
      return true
    }
    counts[position] = (counts[position] ?? 0) + 1
    const ofNode = bound.kind === 'node' && bound.node >= 0 && nodes !== undefined ? weightAt(rule, nodes, bound.node) : undefined
    const weight = lesserWeight(lesserWeight(ofNode, weighAround(rule, span)), rule.weighPlace?.(context.file, span.start))
    findings.push({ rule: rule.index, ...span, captures: captured(nodes ?? context, bindings, span), ...weight })
    return false
  }
  return { findings, record }
}

/** The rule's severity and confidence for findings at a node if lowered there. Of several rows the lowest counts. */
function weightAt({ weaker: rows }: CompiledRule, context: NodeContext, node: number): FindingWeight | undefined {
  let weight: FindingWeight | undefined
  for (const row of rows) {
    if (
      row.matcher === undefined ||
      row.matcher.types?.has(context.tree.type[node]) === false ||
      !row.matcher.test(context, node, undefined, () => true)
    )
      continue
    weight = lesserWeight(weight, row)
  }
  return weight
}

/** The lowered severity and confidence of rules within ranges of the file. Of several the lowest counts. Each range is searched once. */
function createAroundWeights(context: MatchContext): (rule: CompiledRule, span: Span) => FindingWeight | undefined {
  const found = new Map<WeakerPlace, readonly Span[]>()
  const stretchesOf = (row: WeakerPlace): readonly Span[] => {
    const known = found.get(row)
    if (known !== undefined) return known
    const stretches: Span[] = []
    for (const entry of row.entries) {
      runEntry(entry, context, (bindings) => {
        const bound = lookup(bindings, MATCH)
        const span = bound === undefined ? undefined : boundSpan(context, bound)
        if (span !== undefined) stretches.push(span)
        return false
      })
    }
    found.set(row, stretches)
    return stretches
  }
  return ({ weaker: rows }, { start, end }) =>
    rows
      .filter((row) => row.entries.length > 0 && stretchesOf(row).some((stretch) => stretch.start <= start && end <= stretch.end))
      .reduce<FindingWeight | undefined>(lesserWeight, undefined)
}

function lesserWeight(
  left: FindingWeight | undefined,
  right: FindingWeight | undefined,
): Required<Pick<RawFinding, 'severity' | 'confidence'>> | undefined {
  if (left === undefined && right === undefined) return undefined
  return {
    severity: weaker(SEVERITIES, left?.severity ?? SEVERITIES[0], right?.severity ?? SEVERITIES[0]),
    confidence: weaker(CONFIDENCES, left?.confidence ?? CONFIDENCES[0], right?.confidence ?? CONFIDENCES[0]),
  }
}

function captured(context: MatchContext, bindings: Bindings, reported: Span): ReadonlyMap<string, Capture> {
  const captures = new Map<string, Capture>([[MATCH, { ...reported, text: context.file.text.slice(reported.start, reported.end) }]])
  for (let at = bindings; at !== undefined; at = at.rest) {
    if (captures.has(at.name)) continue
    captures.set(at.name, { ...boundSpan(context, at.bound), text: boundText(context, at.bound) })
  }
  return captures
}
