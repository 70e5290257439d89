import type { Bindings } from '../model/bindings.ts'
import type { MatchContext, NodeContext } from '../model/matcher.ts'
import type { NodeEntry } from '../model/dispatch.ts'
import type { CompiledRule, DialectRules, Entry, Requirement } from '../model/ruleset.ts'
import type { SourceView } from '../model/source.ts'
import { NODE_NAMED } from '../model/tree.ts'
import { createRun, type MatchInput, type Run } from './match-run.ts'
import type { RawFinding } from './raw-finding.ts'

export interface FileMatches {
  readonly findings: readonly RawFinding[]
  /** Keys of project requirements that this file meets. */
  readonly met: readonly string[]
  /** Whether the file meets what the rule at a position requires of it. */
  meets(position: number): boolean
}

/** Runs the candidate rules on one file, all in one pass over its nodes. Findings come in no order. */
export function matchFile(input: MatchInput): FileMatches {
  const { rules, candidates, view } = input
  const run = createRun(input)
  const chosen = candidates.filter((candidate) => candidate < rules.rules.length)
  const wanted = new Uint8Array(rules.rules.length)
  let anyNode = false
  for (const position of chosen) {
    const rule = rules.rules[position]
    if (rule === undefined || !rule.appliesTo(view.path)) continue
    wanted[position] = 1
    for (const entry of rule.entries) {
      if (entry.kind === 'node') anyNode = true
      else run.guard(position, () => runEntry(entry, run.context, view, (bindings) => run.record(position, bindings, -1)))
    }
  }
  // What fails before a rule is at work (reading names, say) costs the file its code rules, and not the scan.
  if (anyNode) run.guard(run.forFile, () => matchNodes(rules, run, wanted))
  const met = rules.projectRequirements
    .filter((_, index) => candidates.includes(rules.rules.length + index))
    .filter(({ requirement }) => holdsInFile(requirement, run, view))
    .map(({ key }) => key)
  const byIndex = new Map(rules.rules.map((rule) => [rule.index, rule]))
  return {
    findings: run.findings.filter((finding) => meetsFileRequirements(byIndex.get(finding.rule), run, view)),
    met,
    meets: (position) => meetsFileRequirements(rules.rules[position], run, view),
  }
}

function runEntry(entry: Entry, context: MatchContext, view: SourceView, accept: (bindings: Bindings) => boolean): boolean {
  if (entry.kind === 'text') return entry.matcher.test(context, { start: 0, end: view.text.length }, undefined, accept)
  if (entry.kind === 'value') return (view.document()?.documents ?? []).some((root) => entry.matcher.test(context, root, undefined, accept))
  return false
}

/** One pass over the nodes. Hot: a node whose type no candidate starts from costs one array read. */
function matchNodes(rules: DialectRules, run: Run, wanted: Uint8Array): void {
  const context = run.nodes()
  if (context === undefined) return
  const { tree } = context
  const { byType, byCallee, anywhere, callTypes } = rules.dispatch
  const isWanted = (entry: NodeEntry): boolean => wanted[entry.rule] === 1
  const table: (readonly NodeEntry[] | undefined)[] = []
  for (const [type, entries] of byType) {
    const chosen = entries.filter(isWanted)
    if (chosen.length > 0) table[type] = chosen
  }
  const everywhere = anywhere.filter(isWanted)
  const callees = new Map<string, readonly NodeEntry[]>()
  for (const [callee, entries] of byCallee) {
    const chosen = entries.filter(isWanted)
    if (chosen.length > 0) callees.set(callee, chosen)
  }
  const start = new Uint8Array(65536)
  for (const type of table.keys()) if (table[type] !== undefined) start[type] = 1
  if (callees.size > 0) for (const type of callTypes) start[type] = 1

  for (let node = 0; node < tree.count; node++) {
    const type = tree.type[node]
    if (start[type] === 1) {
      const entries = table[type]
      if (entries !== undefined) for (const entry of entries) tryEntry(entry, context, node, run)
      if (callees.size > 0 && callTypes.has(type)) matchCall(callees, context, node, run)
    }
    if (everywhere.length > 0 && (tree.flags[node] & NODE_NAMED) !== 0) for (const entry of everywhere) tryEntry(entry, context, node, run)
  }
}

/** Rules about calls are found by the callee's name, resolved and as written. */
function matchCall(callees: ReadonlyMap<string, readonly NodeEntry[]>, context: NodeContext, node: number, run: Run): void {
  const { tree, syntax, symbols, file } = context
  const call = syntax.callAt(tree, file.text, node)
  if (call === undefined) return
  const resolved = symbols.lastNameOf(call.callee)
  // The last leaf of `a.b.c` is `c`.
  const last = tree.next[call.callee] - 1
  const written = file.text.slice(tree.start[last], tree.end[last])
  if (resolved !== undefined) for (const entry of callees.get(resolved) ?? []) tryEntry(entry, context, node, run)
  if (written !== resolved) for (const entry of callees.get(written) ?? []) tryEntry(entry, context, node, run)
}

function tryEntry({ rule, matcher }: NodeEntry, context: NodeContext, node: number, run: Run): void {
  if (run.isStopped(rule)) return
  run.guard(rule, () => matcher.test(context, node, undefined, (bindings) => run.record(rule, bindings, node)))
}

function meetsFileRequirements(rule: CompiledRule | undefined, run: Run, view: SourceView): boolean {
  return (
    rule?.requirements.every((requirement) => requirement.scope === 'project' || holdsInFile(requirement, run, view) !== requirement.absent) ?? false
  )
}

/** Whether the matcher of a requirement holds anywhere in the file. Asked once a file. */
function holdsInFile(requirement: Requirement, run: Run, view: SourceView): boolean {
  const known = run.requirements.get(requirement.key)
  if (known !== undefined) return known
  let holds = false
  run.guard(run.forFile, () => {
    holds = requirement.entries.some((entry) =>
      entry.kind === 'node' ? holdsAtNode(entry.matcher, run) : runEntry(entry, run.context, view, () => true),
    )
  })
  run.requirements.set(requirement.key, holds)
  return holds
}

function holdsAtNode(matcher: NodeEntry['matcher'], run: Run): boolean {
  const context = run.nodes()
  if (context === undefined) return false
  const { tree } = context
  for (let node = 0; node < tree.count; node++) {
    const fits = matcher.types === undefined ? (tree.flags[node] & NODE_NAMED) !== 0 : matcher.types.has(tree.type[node])
    if (fits && matcher.test(context, node, undefined, () => true)) return true
  }
  return false
}
