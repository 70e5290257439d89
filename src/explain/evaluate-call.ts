import type { Bindings } from '../model/bindings.ts'
import { isPassedArgument } from '../model/passed-argument.ts'
import type { ConstraintSpec, MatcherSpec } from '../model/rule-spec.ts'
import { selectArguments } from '../model/match-arguments.ts'
import type { Evaluation } from './evaluation.ts'
import { explainCallee } from './explain-failure.ts'
import { explainNodeValue } from './explain-node-value.ts'
import { type NodeScope, solve } from './node-scope.ts'
import { labelOf, type TestedClause, writeClause, type WrittenMatcher } from './written-clause.ts'

/** One key of a call that is tested after the name of the function. */
interface CallPart {
  readonly key: string
  readonly keys: readonly (string | number)[]
  /** How a message names the argument. */
  readonly subject: string
  readonly spec: MatcherSpec
  readonly constraint: ConstraintSpec | undefined
  /** Selects the nodes of the argument. */
  readonly selector: number | string
}

/** `call` and its arguments: first the name of the function, then each argument alone. */
export function evaluateCall(scope: NodeScope, written: WrittenMatcher, node: number, known: readonly Bindings[]): Evaluation {
  const call = written.spec.call ?? []
  const [before] = known
  const named = solve(scope, scope.compile(written, { call }, 'call'), node, known)
  const clause = labelOf(written.label, 'call')
  const base = { code: 'call', clause, written: writeClause(call), before, after: before } as const
  if (named.length === 0) {
    const failure = explainCallee(scope, call, node, clause)
    return {
      holds: false,
      solutions: [],
      score: 4 * failure.share,
      clauses: [{ ...base, holds: false, node: failure.node, message: failure.message }],
    }
  }
  const clauses: TestedClause[] = [{ ...base, holds: true, node, message: undefined }]
  let solutions = named
  let score = 4
  for (const part of listParts(written.spec)) {
    const next = solve(scope, scope.compile(written, { call, ...part.spec }, `call/${part.key}`), node, solutions)
    const result = next.length > 0 ? toHeld(written, part, solutions[0], next[0]) : toFailed(scope, written, part, node, solutions[0])
    clauses.push(result.clause)
    score += result.score
    if (next.length === 0) return { holds: false, solutions: [], score, clauses }
    solutions = next
  }
  return { holds: true, solutions, score, clauses }
}

function listParts(spec: MatcherSpec): readonly CallPart[] {
  const parts: CallPart[] = []
  if (spec.argument !== undefined && !isPassedArgument(spec.argument)) {
    const selector = Array.isArray(spec.argument) ? spec.argument[0] : spec.argument
    parts.push({ key: 'argument', keys: ['argument'], subject: 'the argument', spec: { argument: spec.argument }, constraint: undefined, selector })
  }
  for (const [index, constraint] of Object.entries(spec.arguments ?? {}))
    parts.push({
      key: `arguments/${index}`,
      keys: ['arguments', index],
      subject: index === '*' ? 'no argument' : `argument ${index}`,
      spec: { arguments: { [index]: constraint } },
      constraint,
      selector: index === '*' ? '*' : Number(index),
    })
  for (const [name, constraint] of Object.entries(spec.keyword ?? {}))
    parts.push({
      key: `keyword/${name}`,
      keys: ['keyword', name],
      subject: `\`${name}\``,
      spec: { keyword: { [name]: constraint } },
      constraint,
      selector: name,
    })
  return parts
}

interface PartResult {
  readonly clause: TestedClause
  readonly score: number
}

function toHeld(written: WrittenMatcher, part: CallPart, before: Bindings, after: Bindings): PartResult {
  const clause = labelOf(written.label, ...part.keys)
  const shown = writeClause(part.constraint ?? written.spec.argument)
  return { score: 2, clause: { code: 'argument', clause, written: shown, holds: true, node: undefined, before, after, message: undefined } }
}

function toFailed(scope: NodeScope, written: WrittenMatcher, part: CallPart, node: number, before: Bindings): PartResult {
  const clause = labelOf(written.label, ...part.keys)
  const shown = writeClause(part.constraint ?? written.spec.argument)
  const at = nodeOf(scope, node, part)
  const base = { code: 'argument', written: shown, holds: false, before, after: before } as const
  if (at === undefined || part.constraint === undefined) {
    const message = `The call has no such argument: \`${clause}\` requires ${part.constraint === undefined ? `\`${shown}\`` : part.subject}.`
    return { score: 0, clause: { ...base, clause, node, message } }
  }
  const bound = { kind: 'node', node: at } as const
  const failure = explainNodeValue(scope, { written, node, bindings: before, name: part.subject, bound, constraint: part.constraint, clause })
  return { score: failure.share, clause: { ...base, clause: failure.clause, node: failure.node, message: failure.message } }
}

/** The node of an argument: of JavaScript also the value of a property of an object literal. */
function nodeOf({ context }: NodeScope, node: number, { selector, keys }: CallPart): number | undefined {
  const { tree, file, syntax } = context
  const site = syntax.callAt(tree, file.text, node)
  if (site === undefined) return undefined
  const [direct] = selectArguments(site.arguments, selector, 'positional')
  if (direct !== undefined || keys[0] !== 'keyword') return direct?.node
  for (const argument of site.arguments) {
    const value = context.symbols.valueOf(syntax.unwrap(tree, argument.node))
    const property = syntax.propertiesAt(tree, file.text, value)?.find(({ key }) => key === selector)
    if (property !== undefined && property.value >= 0) return property.value
  }
  return undefined
}
