import type { GrammarNames } from '../../model/tree.ts'
import { MATCH } from './check-captures.ts'
import type { Element, NodeElement, QueryPattern } from './query-ast.ts'
import type { Predicate } from './read-predicates.ts'

/** Fields of a call that have the callee. */
const CALLEE_FIELDS: ReadonlySet<string> = new Set(['function', 'constructor'])
/** Fields of `a.b` that have `b`. */
const LAST_FIELDS: ReadonlySet<string> = new Set(['property', 'attribute'])

/** A pattern with its compiled predicates. */
interface TestedPattern {
  readonly pattern: QueryPattern
  readonly predicates: readonly Predicate[]
}

/**
 * The last segments of the callees, as written, of the calls that patterns capture as `@match`. Undefined if a captured node may be no call, or a
 * call of any other function.
 */
export function calleesOfMatch(
  tested: readonly TestedPattern[],
  callTypes: ReadonlySet<number>,
  names: GrammarNames,
): ReadonlySet<string> | undefined {
  const found: string[] = []
  for (const { pattern, predicates } of tested) {
    const calls = matchesIn(pattern.root)
    if (calls.length === 0) return undefined
    for (const call of calls) {
      const callees = calleesOf(call, { callTypes, names, predicates })
      if (callees === undefined) return undefined
      found.push(...callees)
    }
  }
  return new Set(found)
}

interface Scope {
  readonly callTypes: ReadonlySet<number>
  readonly names: GrammarNames
  readonly predicates: readonly Predicate[]
}

/** All elements that are captured as `@match`. */
function matchesIn(element: Element): readonly Element[] {
  if (element.kind === 'field') return matchesIn(element.of)
  if (element.captures.includes(MATCH)) return [element]
  switch (element.kind) {
    case 'choice':
      return element.branches.flatMap(matchesIn)
    case 'group':
      return element.items.flatMap((item) => matchesIn(item.element))
    case 'node':
      return element.children.flatMap((item) => matchesIn(item.element))
  }
}

function calleesOf(element: Element, scope: Scope): readonly string[] | undefined {
  if (element.kind === 'choice') return allOf(element.branches.map((branch) => calleesOf(branch, scope)))
  if (element.kind !== 'node' || element.type.kind !== 'type' || !scope.callTypes.has(element.type.id)) return undefined
  return lastNamesIn(element, CALLEE_FIELDS, scope)
}

/** The last segments that the child in one of the fields can have. */
function lastNamesIn({ children }: NodeElement, fields: ReadonlySet<string>, scope: Scope): readonly string[] | undefined {
  for (const { element } of children)
    if (element.kind === 'field' && fields.has(scope.names.fieldNames[element.field] ?? '')) return lastNamesOf(element.of, scope)
  return undefined
}

function lastNamesOf(element: Element, scope: Scope): readonly string[] | undefined {
  if (element.kind === 'field' || element.kind === 'group' || element.quantifier !== 'one') return undefined
  const own = element.captures.flatMap((capture) => namesOf(capture, scope) ?? [])
  if (element.kind === 'choice') return allOf(element.branches.map((branch) => lastNamesOf(branch, scope) ?? ofNames(branch, own)))
  return ofNames(element, own) ?? lastNamesIn(element, LAST_FIELDS, scope)
}

/** The names that predicates allow, if the element is a name itself. */
function ofNames(element: Element, names: readonly string[]): readonly string[] | undefined {
  const isName = element.kind === 'node' && element.type.kind === 'type' && element.type.name.endsWith('identifier')
  return isName && names.length > 0 ? names : undefined
}

function namesOf(capture: string, { predicates }: Scope): readonly string[] | undefined {
  for (const predicate of predicates)
    if (predicate.kind === 'text' && predicate.mode === 'every' && predicate.capture === capture) return predicate.names
  return undefined
}

function allOf(parts: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? [])
}
