import type { Bindings, Bound } from '../model/bindings.ts'
import { bind, boundConstant, boundText, hasTree } from '../model/bound.ts'
import type { MatchContext } from '../model/matcher.ts'
import type { ConstraintObject, ConstraintSpec } from '../model/rule-spec.ts'
import { shannonEntropy } from '../text/shannon-entropy.ts'
import { tokenRarity } from '../text/token-rarity.ts'
import { quoteList } from './quote-list.ts'
import { shortenCode } from './shorten-code.ts'
import { labelOf, writeClause } from './written-clause.ts'

/** A value that fails a constraint. */
export interface FailedValue {
  /** `$ARG`, or `argument 0`. */
  readonly name: string
  /** Undefined if nothing is bound. */
  readonly bound: Bound | undefined
  readonly constraint: ConstraintSpec
  /** The path of the constraint. */
  readonly clause: string
  /** Whether a constraint holds for the value. `key` identifies it among all constraints of the clause. */
  holds(constraint: ConstraintSpec, key: string): boolean
}

/** The part of a constraint that fails, and why. */
export interface ValueFailure {
  readonly clause: string
  readonly message: string
  /** The share of the constraint that holds, from 0 to 1. */
  readonly share: number
}

/** The name under which the value is bound while its constraints are tested one by one. */
export const EXPLAINED = '$EXPLAINED'

/** Says how a value fails a constraint: finds the first key of the constraint that does not hold. */
export function explainConstraint(context: MatchContext, value: FailedValue): ValueFailure {
  const { constraint, clause, bound, holds } = value
  if (bound === undefined) return { clause, share: 0, message: `Nothing is bound to ${shown(value.name)} here, and \`${clause}\` requires a value.` }
  if (typeof constraint !== 'object' || constraint === null || isScalarList(constraint))
    return { clause, share: 0, message: say(context, value, clause, `requires ${quoteList(listScalars(constraint), 'or')}`) }
  const keys = Object.keys(constraint)
  const failing = keys.find((key) => !holds(pick(constraint, key), `${clause}/${key}`))
  if (failing === undefined) return { clause, share: 0.5, message: say(context, value, clause, `requires \`${writeClause(constraint)}\``) }
  const at = labelOf(clause, failing)
  const inner = innerFailure(context, value, constraint, failing, at)
  return {
    share: keys.indexOf(failing) / keys.length,
    ...(inner ?? { clause: at, message: say(context, value, at, requirementOf(constraint, failing)) }),
  }
}

/** The failure of the nested constraint that fails, if the key has nested ones. */
function innerFailure(
  context: MatchContext,
  value: FailedValue,
  constraint: ConstraintObject,
  key: string,
  clause: string,
): Pick<ValueFailure, 'clause' | 'message'> | undefined {
  if (key === 'not') return { clause, message: say(context, value, clause, `excludes ${describeExcluded(constraint.not)}`) }
  if (key !== 'all') return undefined
  const index = (constraint.all ?? []).findIndex((part, at) => !value.holds(part, `${clause}/${at}`))
  const part = constraint.all?.[index]
  return part === undefined ? undefined : explainConstraint(context, { ...value, constraint: part, clause: labelOf(clause, index) })
}

function describeExcluded(not: ConstraintSpec | undefined): string {
  if (typeof not === 'object' && not !== null && 'constant' in not) return not.constant === true ? 'constants' : 'values that are not constant'
  return `\`${writeClause(not)}\``
}

function isScalarList(constraint: ConstraintSpec): constraint is Extract<ConstraintSpec, readonly unknown[]> {
  return Array.isArray(constraint)
}

function listScalars(constraint: ConstraintSpec): readonly string[] {
  return (Array.isArray(constraint) ? constraint : [constraint]).map((each) => JSON.stringify(each))
}

/** One key alone. */
function pick(constraint: ConstraintObject, key: string): ConstraintObject {
  return Object.fromEntries(Object.entries(constraint).filter(([each]) => each === key))
}

function requirementOf(constraint: ConstraintObject, key: string): string {
  switch (key) {
    case 'constant':
      return constraint.constant === true ? 'requires a constant' : 'requires a value that is not constant'
    case 'equals':
      return `requires \`${JSON.stringify(constraint.equals)}\``
    case 'in':
      return `requires ${quoteList(
        (constraint.in ?? []).map((each) => JSON.stringify(each)),
        'or',
      )}`
    case 'regex':
      return `requires a match of the regex \`${writeClause(constraint.regex)}\``
    case 'absent':
      return constraint.absent === true ? 'requires that it does not exist' : 'requires that it exists'
    default:
      return `requires \`${key}: ${writeClause(Object.entries(constraint).find(([each]) => each === key)?.[1])}\``
  }
}

function say(context: MatchContext, { name, bound }: FailedValue, clause: string, requirement: string): string {
  const key = clause.split('.').at(-1) ?? ''
  return `${capitalise(shown(name))} is ${bound === undefined ? 'not bound' : describeBound(context, bound, key)}, and \`${clause}\` ${requirement}.`
}

/** A value in words: its constant, or its code with what is known of it. `key` chooses what matters. */
function describeBound(context: MatchContext, bound: Bound, key: string): string {
  const constant = boundConstant(context, bound)
  const code = shortenCode(boundText(context, bound))
  const text = constant === undefined ? boundText(context, bound) : String(constant)
  if (key === 'entropy') return `\`${code}\`, with an entropy of ${shannonEntropy(text).toFixed(2)}`
  if (key === 'rarity') return `\`${code}\`, with a rarity of ${tokenRarity(text).toFixed(2)}`
  if (bound.kind === 'node' && hasTree(context) && (key === 'symbol' || key === 'type')) return describeNode(context.symbols, bound.node, code, key)
  if (constant !== undefined) return `the constant \`${shortenCode(JSON.stringify(constant))}\`${describeOrigin(context, bound)}`
  if (bound.kind === 'node' && hasTree(context) && context.symbols.isConstant(bound.node))
    return `\`${code}\`, which is constant${describeOrigin(context, bound)}`
  return bound.kind === 'node' || bound.kind === 'nodes' ? `\`${code}\`, which is not constant` : `\`${code}\``
}

function describeNode(
  symbols: { nameOf(node: number): string | undefined; typeOf(node: number): string | undefined },
  node: number,
  code: string,
  key: 'symbol' | 'type',
): string {
  const known = key === 'symbol' ? symbols.nameOf(node) : symbols.typeOf(node)
  const noun = key === 'symbol' ? 'name' : 'type'
  return known === undefined ? `\`${code}\`, whose ${noun} is not known` : `\`${code}\`, whose ${noun} is \`${known}\``
}

/** The line where a constant is written, if it is another place. */
export function constantLineOf(context: MatchContext, bound: Bound): number | undefined {
  if (bound.kind !== 'node' || !hasTree(context)) return undefined
  const { symbols, syntax, tree, file } = context
  const held = symbols.valueOf(syntax.unwrap(tree, bound.node))
  return held === bound.node || held < 0 || symbols.constantOf(held) === undefined ? undefined : file.lines.positionAt(tree.start[held]).line
}

function describeOrigin(context: MatchContext, bound: Bound): string {
  const line = constantLineOf(context, bound)
  return line === undefined ? '' : ` (line ${line})`
}

/** Metavariables and names in backticks. */
function shown(name: string): string {
  return name.startsWith('$') ? `\`${name}\`` : name
}

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Bindings with the value under the name of `EXPLAINED`. */
export function bindExplained(bindings: Bindings, bound: Bound): Bindings {
  return bind(bindings, EXPLAINED, bound)
}
