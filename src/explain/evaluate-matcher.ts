import type { Bindings } from '../model/bindings.ts'
import { MATCH, boundName, isLocal, lookup } from '../model/bound.ts'
import type { ClauseCode } from '../model/explanation.ts'
import { isForLanguage } from '../model/language.ts'
import type { MatcherSpec } from '../model/rule-spec.ts'
import { isPassedArgument } from '../model/passed-argument.ts'
import { evaluateArgument } from './evaluate-argument.ts'
import { evaluateCall } from './evaluate-call.ts'
import { evaluateNot, evaluateRelation, RELATIONS } from './evaluate-relation.ts'
import type { Evaluate, Evaluation } from './evaluation.ts'
import { explainFailure } from './explain-failure.ts'
import { explainNodeValue } from './explain-node-value.ts'
import { type NodeScope, solve } from './node-scope.ts'
import { labelOf, partOf, type TestedClause, writeClause, type WrittenMatcher } from './written-clause.ts'

type Step = (known: readonly Bindings[]) => Evaluation

/**
 * Tests the clauses of a matcher at a node one by one, until one does not hold. `known` are the bindings of clauses before, at least one. A clause
 * is tested by its compiled matcher alone.
 */
export const evaluateMatcher: Evaluate = (scope, written, node, known) => {
  const clauses: TestedClause[] = []
  let solutions = known
  let score = 0
  for (const step of listSteps(scope, written, node, known)) {
    const result = step(solutions)
    clauses.push(...result.clauses)
    score += result.score
    if (!result.holds) return { holds: false, solutions: [], clauses, score }
    solutions = result.solutions
  }
  return { holds: true, solutions, clauses, score }
}

/** The clauses in the order in which a reader expects them: what the node is, then what is around it. */
function listSteps(scope: NodeScope, written: WrittenMatcher, node: number, known: readonly Bindings[]): readonly Step[] {
  const { spec } = written
  const steps: Step[] = []
  if (!isForLanguage(spec.languages, scope.language)) return [() => wrongLanguage(scope, written, node, known)]
  const simple = (key: 'files' | 'kind' | 'pattern' | 'query' | 'regex', weight: number): void => {
    if (spec[key] !== undefined) steps.push((solutions) => evaluateSimple(scope, written, node, solutions, { key, weight }))
  }
  simple('files', 0)
  simple('kind', 1)
  if (spec.call !== undefined) steps.push((solutions) => evaluateCall(scope, written, node, solutions))
  simple('pattern', 4)
  simple('query', 4)
  for (const [index, part] of (spec.all ?? []).entries())
    steps.push((solutions) => evaluateMatcher(scope, partOf(written, part, 'all', index), node, solutions))
  if (spec.any !== undefined) steps.push((solutions) => evaluateAny(scope, written, node, solutions))
  if (spec.use !== undefined) steps.push((solutions) => evaluateUse(scope, written, node, solutions))
  simple('regex', 1)
  const { argument } = spec
  if (isPassedArgument(argument))
    steps.push((solutions) => evaluateArgument(scope, written, node, solutions, { argument, evaluate: evaluateMatcher }))
  const late: Step[] = []
  for (const name of Object.keys(spec.where ?? {}).filter((each) => !isLocal(each))) {
    const step: Step = (solutions) => evaluateWhere(scope, written, node, solutions, name)
    if (isBoundLate(spec, name)) late.push(step)
    else steps.push(step)
  }
  for (const key of RELATIONS)
    if (spec[key] !== undefined) steps.push((solutions) => evaluateRelation(scope, written, node, solutions, key, evaluateMatcher))
  if (spec.not !== undefined) steps.push((solutions) => evaluateNot(scope, written, node, solutions, evaluateMatcher))
  steps.push(...late)
  if (spec.focus !== undefined) steps.push((solutions) => focusOn(scope, written, node, solutions))
  return steps
}

/** Whether a relation binds the metavariable, so that its constraint is tested after the relation. */
function isBoundLate({ inside, has, follows, precedes }: MatcherSpec, name: string): boolean {
  const text = JSON.stringify([inside, has, follows, precedes]).replaceAll('$...', '$')
  return text.includes(boundName(name)) || text.includes(`@${boundName(name).slice(1).toLowerCase()}`)
}

function wrongLanguage(scope: NodeScope, written: WrittenMatcher, node: number, [before]: readonly Bindings[]): Evaluation {
  const clause = labelOf(written.label, 'languages')
  const message = `\`${clause}\` names ${(written.spec.languages ?? []).map((each) => `\`${each}\``).join(', ')}, and the file is ${scope.language}.`
  return {
    holds: false,
    solutions: [],
    score: 0,
    clauses: [{ code: 'languages', clause, written: writeClause(written.spec.languages), holds: false, node, before, after: before, message }],
  }
}

interface SimpleKey {
  readonly key: 'files' | 'kind' | 'pattern' | 'query' | 'regex'
  readonly weight: number
}

function evaluateSimple(scope: NodeScope, written: WrittenMatcher, node: number, known: readonly Bindings[], { key, weight }: SimpleKey): Evaluation {
  const matcher = scope.compile(written, { [key]: written.spec[key], ...(key === 'pattern' && constraintsOfLocals(written.spec)) }, key)
  const solutions = solve(scope, matcher, node, known)
  const [before] = known
  const base = { code: key, clause: labelOf(written.label, key), written: writeClause(written.spec[key]), before } satisfies Partial<TestedClause>
  if (solutions.length > 0)
    return { holds: true, solutions, score: weight, clauses: [{ ...base, holds: true, node, after: solutions[0], message: undefined }] }
  const failure = explainFailure(scope, written, node, key, base.clause)
  const clause = { ...base, holds: false, node: failure.node, after: before, message: failure.message }
  return { holds: false, solutions, score: weight * failure.share, clauses: [clause] }
}

/** The constraints that belong to the pattern, because only it sees their metavariables. */
function constraintsOfLocals({ where = {} }: MatcherSpec): MatcherSpec {
  const own = Object.entries(where).filter(([name]) => isLocal(name))
  return own.length === 0 ? {} : { where: Object.fromEntries(own) }
}

/** The branch that holds, or the one that came nearest. */
function evaluateAny(scope: NodeScope, written: WrittenMatcher, node: number, known: readonly Bindings[]): Evaluation {
  const all = (written.spec.any ?? []).map((branch, index) => partOf(written, branch, 'any', index))
  const ours = all.filter(({ spec }) => isForLanguage(spec.languages, scope.language))
  const branches = (ours.length > 0 ? ours : all).map((branch) => evaluateMatcher(scope, branch, node, known))
  const held = branches.filter(({ holds }) => holds)
  if (held.length > 0) return { ...held[0], solutions: held.flatMap(({ solutions }) => solutions) }
  const [nearest] = branches.toSorted((left, right) => right.score - left.score)
  return nearest ?? { holds: false, solutions: [], score: 0, clauses: [] }
}

function evaluateUse(scope: NodeScope, written: WrittenMatcher, node: number, known: readonly Bindings[]): Evaluation {
  const name = written.spec.use ?? ''
  const named = scope.shared.get(name)
  if (named === undefined) return { holds: false, solutions: [], score: 0, clauses: [] }
  return evaluateMatcher(scope, { spec: named.spec, path: named.path, positions: named.positions, label: `${name}:` }, node, known)
}

function evaluateWhere(scope: NodeScope, written: WrittenMatcher, node: number, known: readonly Bindings[], name: string): Evaluation {
  const constraint = written.spec.where?.[name]
  const matcher = scope.compile(written, { where: { [name]: constraint ?? null } }, `where/${name}`)
  const solutions = solve(scope, matcher, node, known)
  const [before] = known
  const clause = labelOf(written.label, 'where', name)
  const base = { code: 'where' satisfies ClauseCode, clause, written: writeClause(constraint), before } as const
  if (solutions.length > 0)
    return { holds: true, solutions, score: 2, clauses: [{ ...base, holds: true, node: undefined, after: solutions[0], message: undefined }] }
  const bound = boundName(name) === MATCH ? ({ kind: 'node', node } as const) : lookup(before, boundName(name))
  const failure = explainNodeValue(scope, { written, node, bindings: before, name, bound, constraint: constraint ?? null, clause })
  return {
    holds: false,
    solutions: [],
    score: failure.share,
    clauses: [{ ...base, clause: failure.clause, holds: false, node: failure.node, after: before, message: failure.message }],
  }
}

function focusOn(scope: NodeScope, written: WrittenMatcher, node: number, known: readonly Bindings[]): Evaluation {
  const solutions = solve(scope, scope.compile(written, { focus: written.spec.focus ?? MATCH }, 'focus'), node, known)
  return { holds: true, solutions: solutions.length > 0 ? solutions : known, score: 0, clauses: [] }
}
