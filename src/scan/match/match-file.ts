import type { CompiledRule, Entry, Requirement } from '../../model/ruleset.ts'
import { createRun, type MatchInput, type Run } from './match-run.ts'
import type { RawFinding } from './raw-finding.ts'
import { runEntry } from './run-entry.ts'

export interface FileMatches {
  readonly findings: readonly RawFinding[]
  /** Steps of matching so far. */
  steps(): number
  /** Looks for wide requirements that are open. */
  lookFurther(): void
  /** Keys of wide requirements that this file meets, as far as tested. */
  met(): readonly string[]
  /** Keys of those that need a tree and were not tested. */
  open(): readonly string[]
  /** Whether the file meets the requirements of the rule at a position. */
  meets(position: number): boolean
}

/** Runs the candidate rules on one file in one pass over its nodes, and tests the requirements of other files. Findings are unordered. */
export function matchFile(input: MatchInput): FileMatches {
  const { rules, matchers } = input
  const run = createRun(input)
  const wide = createWideLook(input, run)
  const wanted: number[] = []
  const open: number[] = []
  for (const position of input.candidates) {
    for (const entry of entriesAt(input, position)) {
      if (matchers?.has(entry.matcher) === false) continue
      if (entry.kind === 'node') {
        if (!textAllows(rules.rules[position], input, run)) break
        const list = position < rules.rules.length ? wanted : open
        if (list.at(-1) !== position) list.push(position)
      } else if (position >= rules.rules.length) wide.tryHolds(position, () => runEntry(entry, run.context, () => true))
      else if (!run.isStopped(position)) run.guard(position, () => runEntry(entry, run.context, (bindings) => run.record(position, bindings, -1)))
    }
  }
  // A failure outside of a rule (in name resolution, for example) excludes code rules for the file, but does not end the scan.
  const lookAt = (positions: readonly number[]): void => run.guard(run.forFile, () => matchNodes(input, run, wide, positions))
  const takeOpen = (): readonly number[] => open.splice(0).filter((position) => !wide.isSettled(position))
  // The tree is built for rules. Further tests on it are cheap.
  if (wanted.length > 0) lookAt([...wanted, ...takeOpen()])
  const byIndex = new Map(run.findings.length === 0 ? [] : rules.rules.map((rule) => [rule.index, rule]))
  const findings = run.findings.filter((finding) => meetsFileRequirements(byIndex.get(finding.rule), input, run))
  return {
    findings,
    steps: run.steps,
    lookFurther: () => {
      const rest = takeOpen()
      if (rest.length > 0) lookAt(rest)
    },
    met: wide.met,
    open: () => open.flatMap((position) => (wide.isSettled(position) ? [] : [rules.wideRequirements[position - rules.rules.length].key])),
    meets: (position) => meetsFileRequirements(rules.rules[position], input, run),
  }
}

/** The entries of a rule or (after the rules) of a wide requirement. Empty if it does not apply to the file. */
function entriesAt({ rules, view }: MatchInput, position: number): readonly Entry[] {
  const rule = rules.rules[position]
  if (rule !== undefined) return rule.appliesTo(view.path) ? rule.entries : []
  const requirement = rules.wideRequirements[position - rules.rules.length]?.requirement
  return requirement?.asksFile(view.path) === true ? requirement.entries : []
}

/** The wide requirements that a file meets. Their positions follow those of the rules. */
interface WideLook {
  /** Tests a requirement unless its result is known. It is not repeated after a failure. */
  tryHolds(position: number, holds: () => boolean): void
  isSettled(position: number): boolean
  /** The keys of those that do, in order. */
  met(): readonly string[]
}

function createWideLook({ rules }: MatchInput, run: Run): WideLook {
  const settled = new Map<number, boolean>()
  return {
    tryHolds: (position, holds) => {
      if (settled.has(position)) return
      let answer: boolean | undefined
      run.guard(run.forFile, () => {
        answer = holds()
      })
      if (answer !== false) settled.set(position, answer === true)
    },
    isSettled: (position) => settled.has(position),
    met: () => rules.wideRequirements.flatMap(({ key }, index) => (settled.get(rules.rules.length + index) === true ? [key] : [])),
  }
}

/** One pass over the nodes for all wanted rules and wide requirements. */
function matchNodes({ rules, matchers }: MatchInput, run: Run, wide: WideLook, wanted: readonly number[]): void {
  const context = run.nodes()
  if (context === undefined) return
  rules.dispatch.visitNodes(
    wanted,
    ({ matcher }) => matchers?.has(matcher) !== false,
    context,
    ({ rule, matcher }, node) => {
      if (rule >= rules.rules.length) wide.tryHolds(rule, () => matcher.test(context, node, undefined, () => true))
      else if (!run.isStopped(rule)) run.guard(rule, () => matcher.test(context, node, undefined, (bindings) => run.record(rule, bindings, node)))
    },
  )
}

/** Whether the text of the file meets the rule's requirements that need no tree. */
function textAllows(rule: CompiledRule | undefined, input: MatchInput, run: Run): boolean {
  return (
    rule === undefined ||
    rule.requirements.every((requirement) => {
      const isOfText = requirement.scope === 'file' && requirement.entries.every(({ kind }) => kind === 'text')
      return !isOfText || holdsInFile(requirement, input, run) !== requirement.absent
    })
  )
}

function meetsFileRequirements(rule: CompiledRule | undefined, input: MatchInput, run: Run): boolean {
  return (
    rule?.requirements.every((requirement) => requirement.scope !== 'file' || holdsInFile(requirement, input, run) !== requirement.absent) ?? false
  )
}

/** Whether the matcher of a file requirement holds anywhere. Called once per file. */
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
