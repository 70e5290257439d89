import type { MatcherCompiler } from '../matchers/compile-matchers.ts'
import type { Bindings } from '../model/bindings.ts'
import { boundName, boundSpan, lookup, MATCH } from '../model/bound.ts'
import type { ClauseCode } from '../model/explanation.ts'
import type { MatchContext } from '../model/matcher.ts'
import type { Span } from '../model/position.ts'
import type { LoadedMatcher } from '../model/rule-pack.ts'
import type { ConstraintSpec, DocumentSpec, MatcherSpec } from '../model/rule-spec.ts'
import type { Entry } from '../model/ruleset.ts'
import type { RankedCandidate } from './explain-nodes.ts'
import { explainConstraint } from './explain-value.ts'
import { placeOf, toClauses } from './to-clauses.ts'
import { labelOf, partOf, type TestedClause, writeClause, type WrittenMatcher } from './written-clause.ts'

/** What the explanation of a matcher over texts or documents needs. */
export interface PlaceScope {
  readonly context: MatchContext
  readonly compiler: MatcherCompiler
  readonly shared: ReadonlyMap<string, LoadedMatcher>
  /** Runs an entry over the file. Entries over nodes find nothing. */
  run(entry: Entry, accept: (bindings: Bindings) => boolean): void
}

/** A clause, and the matcher with this clause and all clauses before it. */
interface Stage {
  readonly code: ClauseCode
  readonly clause: string
  readonly written: string
  readonly spec: MatcherSpec
  /** For constraints: the metavariable and the constraint. */
  readonly constraint?: { readonly name: string; readonly spec: ConstraintSpec }
}

interface Solution {
  readonly bindings: Bindings
  readonly span: Span
}

/** Explains a matcher over the text or the documents of a file: each place of its first clause, and how many of the other clauses hold there. */
export function explainPlaces(scope: PlaceScope, written: WrittenMatcher, line: number | undefined): readonly RankedCandidate[] {
  return listAlternatives(scope, written)
    .filter(({ spec, path, positions }) => scope.compiler.entriesOf(spec, path, positions).some(({ kind }) => kind !== 'node'))
    .flatMap((alternative) => explainAlternative(scope, alternative, line))
    .toSorted((left, right) => right.score - left.score || left.reported.start - right.reported.start)
}

/** The branches of `any` and named matchers, each alone. */
function listAlternatives(scope: PlaceScope, written: WrittenMatcher): readonly WrittenMatcher[] {
  const { spec } = written
  const keys = Object.keys(spec).filter((key) => key !== 'languages' && key !== 'description')
  const [only] = keys.length === 1 ? keys : []
  if (only === 'any') return (spec.any ?? []).flatMap((branch, index) => listAlternatives(scope, partOf(written, branch, 'any', index)))
  const named = only === 'use' ? scope.shared.get(spec.use ?? '') : undefined
  return named === undefined
    ? [written]
    : listAlternatives(scope, { spec: named.spec, path: named.path, positions: named.positions, label: `${spec.use ?? ''}:` })
}

function explainAlternative(scope: PlaceScope, written: WrittenMatcher, line: number | undefined): readonly RankedCandidate[] {
  const stages = listStages(written)
  const [first] = stages
  if (first === undefined) return []
  const results = new Map<Stage, readonly Solution[]>()
  const solutionsOf = (stage: Stage): readonly Solution[] => {
    const known = results.get(stage) ?? runStage(scope, written, stage.spec)
    results.set(stage, known)
    return known
  }
  const { lines } = scope.context.file
  const isOnLine = ({ start, end }: Span): boolean =>
    line === undefined || (lines.positionAt(start).line <= line && line <= lines.positionAt(end).line)
  return distinctSpans(solutionsOf(first))
    .filter(({ span }) => isOnLine(span))
    .map((start) => toCandidate(scope, written, stages, start, solutionsOf))
}

function distinctSpans(solutions: readonly Solution[]): readonly Solution[] {
  return [...new Map(solutions.map((each) => [`${each.span.start}:${each.span.end}`, each])).values()]
}

function runStage({ context, compiler, run }: PlaceScope, { path, positions }: WrittenMatcher, spec: MatcherSpec): readonly Solution[] {
  const found: Solution[] = []
  for (const entry of compiler.entriesOf(spec, path, positions))
    run(entry, (bindings) => {
      const bound = lookup(bindings, MATCH)
      const span = bound === undefined ? undefined : boundSpan(context, bound)
      if (span !== undefined) found.push({ bindings, span })
      return false
    })
  return found
}

function toCandidate(
  scope: PlaceScope,
  written: WrittenMatcher,
  stages: readonly Stage[],
  start: Solution,
  solutionsOf: (stage: Stage) => readonly Solution[],
): RankedCandidate {
  const { context } = scope
  const clauses: TestedClause[] = []
  let current = start
  for (const stage of stages) {
    const next = solutionsOf(stage).find(({ span }) => span.start === start.span.start && span.end === start.span.end)
    const base = {
      code: stage.code,
      clause: stage.clause,
      written: stage.written,
      node: undefined,
      before: clauses.length === 0 ? undefined : current.bindings,
    }
    if (next === undefined) {
      const failure = explainStage(scope, written, stage, current.bindings)
      clauses.push({ ...base, clause: failure.clause, holds: false, after: base.before, message: failure.message })
      break
    }
    clauses.push({ ...base, holds: true, after: next.bindings, message: undefined })
    current = next
  }
  const last = clauses.at(-1)
  const holds = last?.holds === true
  return {
    place: placeOf(context, start.span),
    clauses: toClauses(context, clauses),
    holds,
    score: 1 + clauses.length + (holds ? 100 : 0),
    reported: start.span,
    ...(last?.message === undefined
      ? {}
      : { reason: { code: last.code, message: last.message, clause: last.clause, place: placeOf(context, start.span) } }),
  }
}

function explainStage(
  scope: PlaceScope,
  written: WrittenMatcher,
  { clause, code, constraint, spec }: Stage,
  bindings: Bindings,
): { readonly clause: string; readonly message: string } {
  if (constraint === undefined) return { clause, message: code === 'not' ? `\`${clause}\` excludes this.` : `\`${clause}\` does not hold here.` }
  const { where: _, ...rest } = spec
  const bound = lookup(bindings, boundName(constraint.name))
  return explainConstraint(scope.context, {
    name: constraint.name,
    bound,
    constraint: constraint.spec,
    clause,
    holds: (part) => {
      const own: MatcherSpec = code === 'document' ? withKeys(spec, part) : { ...rest, where: { [constraint.name]: part } }
      const span = lookup(bindings, MATCH)
      const at = span === undefined ? undefined : boundSpan(scope.context, span)
      return runStage(scope, written, own).some((each) => each.span.start === at?.start && each.span.end === at.end)
    },
  })
}

/** A `document` matcher with other constraints at its path. */
function withKeys({ document }: MatcherSpec, part: ConstraintSpec): MatcherSpec {
  const constraint = typeof part === 'object' && part !== null && !Array.isArray(part) ? part : {}
  return { document: { ...constraint, path: document?.path ?? '' } }
}

function listStages(written: WrittenMatcher): readonly Stage[] {
  const { spec, label } = written
  const stages: Stage[] = []
  let sum: MatcherSpec = {}
  const add = (code: ClauseCode, keys: readonly (string | number)[], value: unknown, more: MatcherSpec, constraint?: Stage['constraint']): void => {
    sum = { ...sum, ...more }
    stages.push({
      code,
      clause: labelOf(label, ...keys),
      written: writeClause(value),
      spec: sum,
      ...(constraint === undefined ? {} : { constraint }),
    })
  }
  if (spec.document !== undefined) addDocument(spec.document, add)
  if (spec.regex !== undefined) add('regex', ['regex'], spec.regex, { regex: spec.regex })
  for (const [index, part] of (spec.all ?? []).entries()) add('any', ['all', index], part, { all: (spec.all ?? []).slice(0, index + 1) })
  if (spec.any !== undefined) add('any', ['any'], spec.any, { any: spec.any })
  if (spec.use !== undefined) add('use', ['use'], spec.use, { use: spec.use })
  if (spec.files !== undefined) add('files', ['files'], spec.files, { files: spec.files })
  for (const [name, constraint] of Object.entries(spec.where ?? {}))
    if (constraint !== undefined)
      add('where', ['where', name], constraint, { where: { ...sum.where, [name]: constraint } }, { name, spec: constraint })
  if (spec.not !== undefined) add('not', ['not'], spec.not, { not: spec.not })
  return stages
}

type AddStage = (code: ClauseCode, keys: readonly (string | number)[], value: unknown, more: MatcherSpec, constraint?: Stage['constraint']) => void

/** First the path, then each constraint on the value at the path. */
function addDocument(document: DocumentSpec, add: AddStage): void {
  const { path, ...rest } = document
  // `absent` selects other places than the path alone.
  let known: DocumentSpec = rest.absent === true ? { path, absent: true } : { path }
  add('document', ['document', 'path'], path, { document: known })
  for (const [key, value] of Object.entries(rest)) {
    if (key === 'absent' && value === true) continue
    const part = { [key]: value }
    known = { ...known, ...part }
    const constraint = key === 'document' ? undefined : { name: MATCH, spec: part }
    add('document', ['document', key], value, { document: known }, constraint)
  }
}
