import { calledMethod } from '../../lowering/called-method.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { isLoopInvariant, elementGuardFacts } from '../../lowering/loop-guards.ts'
import { type GuardFact, type BranchFacts, NO_FACTS } from '../../lowering/guard-facts.ts'
import { refine } from '../../lowering/refine.ts'
import { sanitizeKeys } from '../../lowering/sanitize-keys.ts'
import type { GuardedLoop } from '../../lowering/language.ts'
import { factsOn } from './guarded-expressions.ts'
import { dictionaryUses } from './dictionary-uses.ts'
import { isConstantCollection } from './constant-collection.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Applies facts after a loop that guards each element: `for x in xs: if x not in ALLOWED: raise`. For a dictionary these are its keys. */
export function guardElements(low: PythonLowering, { node, guards: checks, backEdges: rounds }: GuardedLoop): void {
  const found = collectionFacts(low, node)
  refine(
    low,
    elementGuardFacts(
      low,
      found.filter((each) => !isUsedAsDictionary(low, each.node)),
      checks,
      rounds,
    ),
  )
  if (!checks.includes(-1)) return
  for (const { target, node: at } of found) {
    if (!('variable' in target) || !isUsedAsDictionary(low, at) || !isLoopInvariant(low, rounds, target.variable, low.valueAt[at])) continue
    sanitizeKeys(low, target.variable, at)
  }
}

/** The facts of the collection with these elements, also of a string that was split into them. */
function collectionFacts(low: PythonLowering, node: number): GuardFact[] {
  const { tree, text, kinds } = low
  const inner = low.syntax.unwrap(tree, node)
  const site = kindOf(low, inner) === kinds.id.call ? low.syntax.callAt(tree, text, inner) : undefined
  if (site === undefined) return factsOn(low, inner)
  const { object, method } = calledMethod(low, site)
  if (method === 'split' || method === 'keys') return factsOn(low, object)
  const first = site.arguments[0]?.node ?? -1
  return COPIES.has(low.symbols.nameOf(site.callee) ?? '') && first >= 0 ? collectionFacts(low, first) : factsOn(low, inner)
}

const COPIES: ReadonlySet<string> = new Set(['set', 'list', 'tuple', 'sorted', 'frozenset'])

/** Whether the file uses the name as a dictionary. */
function isUsedAsDictionary(low: PythonLowering, node: number): boolean {
  low.dictionaryUses ??= dictionaryUses(low.text)
  return low.dictionaryUses.has(nodeText(low.tree, low.text, node))
}

/** Facts of `set(xs) - ALLOWED` and `[x for x in xs if x not in ALLOWED]`: if it is empty, all elements of `xs` are allowed. */
export function differenceFacts(low: PythonLowering, node: number, excluded: (condition: number) => readonly GuardFact[]): BranchFacts {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const listed = (elements: number, list: number): BranchFacts =>
    list >= 0 && isConstantCollection(low, list) ? { whenTrue: [], whenFalse: listFacts(low, elements) } : NO_FACTS
  switch (kindOf(low, inner)) {
    case id.binary_operator:
      return nodeText(tree, text, childByField(tree, inner, field.operator)) === '-'
        ? listed(childByField(tree, inner, field.left), childByField(tree, inner, field.right))
        : NO_FACTS
    case id.call: {
      const site = low.syntax.callAt(tree, text, inner)
      const { object, method } = calledMethod(low, site)
      return method === 'difference' ? listed(object, site?.arguments[0]?.node ?? -1) : NO_FACTS
    }
    case id.list_comprehension:
    case id.set_comprehension: {
      const [body = -1, ...clauses] = namedChildren(tree, inner)
      const [loop = -1, filter = -1] = clauses
      if (
        clauses.length !== 2 ||
        kindOf(low, loop) !== id.for_in_clause ||
        kindOf(low, filter) !== id.if_clause ||
        kindOf(low, body) !== id.identifier
      )
        return NO_FACTS
      const each = low.names.declarationOf[childByField(tree, loop, field.left)]
      const isChecked = excluded(namedChildren(tree, filter)[0] ?? -1).some(
        ({ target, guard }) => guard < 0 && 'variable' in target && target.variable === each,
      )
      return isChecked ? { whenTrue: [], whenFalse: listFacts(low, childByField(tree, loop, field.right)) } : NO_FACTS
    }
    default:
      return NO_FACTS
  }
}

/** The same, of a dictionary about its keys alone. */
function listFacts(low: PythonLowering, node: number): readonly GuardFact[] {
  return collectionFacts(low, node).map((each) => (isUsedAsDictionary(low, each.node) ? { ...each, areKeys: true } : each))
}

/** Facts of `set(xs) <= ALLOWED` and `set(xs).issubset(ALLOWED)`. */
export function subsetFacts(low: PythonLowering, elements: number, list: number): BranchFacts {
  return isConstantCollection(low, list) ? { whenTrue: listFacts(low, elements), whenFalse: [] } : NO_FACTS
}
