import type { CompiledRule, Requirement } from '../model/ruleset.ts'
import { createRun, type MatchInput, type Run } from './match-run.ts'
import type { RawFinding } from './raw-finding.ts'
import { runEntry } from './run-entry.ts'

export interface FileMatches {
  readonly findings: readonly RawFinding[]
  /** Steps of matching that this took. */
  readonly steps: number
  /** Keys of wide requirements that this file meets. */
  readonly met: readonly string[]
  /** Whether the file meets what the rule at a position requires of it. */
  meets(position: number): boolean
}

/** Runs the candidate rules on one file, all in one pass over its nodes. Findings come in no order. */
export function matchFile(input: MatchInput): FileMatches {
  const { rules, candidates, matchers, view } = input
  const run = createRun(input)
  const chosen = candidates.filter((candidate) => candidate < rules.rules.length)
  const wanted: number[] = []
  let anyNode = false
  for (const position of chosen) {
    const rule = rules.rules[position]
    if (rule === undefined || !rule.appliesTo(view.path)) continue
    wanted.push(position)
    for (const entry of rule.entries) {
      if (matchers?.has(entry.matcher) === false) continue
      if (entry.kind === 'node') anyNode = true
      else if (!run.isStopped(position)) run.guard(position, () => runEntry(entry, run.context, (bindings) => run.record(position, bindings, -1)))
    }
  }
  // What fails before a rule is at work (reading names, say) costs the file its code rules, and not the scan.
  if (anyNode) run.guard(run.forFile, () => matchNodes(input, run, wanted))
  const met = rules.wideRequirements
    .filter((_, index) => candidates.includes(rules.rules.length + index))
    .filter(({ requirement }) => holdsInFile(requirement, input, run))
    .map(({ key }) => key)
  const byIndex = new Map(rules.rules.map((rule) => [rule.index, rule]))
  const findings = run.findings.filter((finding) => meetsFileRequirements(byIndex.get(finding.rule), input, run))
  return {
    findings,
    steps: run.steps(),
    met,
    meets: (position) => meetsFileRequirements(rules.rules[position], input, run),
  }
}

/** One pass over the nodes for all rules that are wanted. */
function matchNodes({ rules, matchers }: MatchInput, run: Run, wanted: readonly number[]): void {
  const context = run.nodes()
  if (context === undefined) return
  rules.dispatch.visitNodes(
    wanted,
    ({ matcher }) => matchers?.has(matcher) !== false,
    context,
    ({ rule, matcher }, node) => {
      if (!run.isStopped(rule)) run.guard(rule, () => matcher.test(context, node, undefined, (bindings) => run.record(rule, bindings, node)))
    },
  )
}

function meetsFileRequirements(rule: CompiledRule | undefined, input: MatchInput, run: Run): boolean {
  return (
    rule?.requirements.every((requirement) => requirement.scope !== 'file' || holdsInFile(requirement, input, run) !== requirement.absent) ?? false
  )
}

/** Whether the matcher of a requirement holds anywhere in the file. Asked once a file. */
function holdsInFile(requirement: Requirement, { rules }: MatchInput, run: Run): boolean {
  const known = run.requirements.get(requirement.key)
  if (known !== undefined) return known
  let holds = false
  if (requirement.asksFile(run.context.file.path))
    run.guard(run.forFile, () => {
      holds = requirement.entries.some((entry) => {
        if (entry.kind !== 'node') return runEntry(entry, run.context, () => true)
        const context = run.nodes()
        return context !== undefined && rules.dispatch.holdsAnywhere(entry.matcher, context)
      })
    })
  run.requirements.set(requirement.key, holds)
  return holds
}
