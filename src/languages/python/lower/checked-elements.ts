import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { keepKeys, type Rounds, staysSame, withCheckedElements } from '../../lowering/checked-rounds.ts'
import { type Checked, type Condition, NOTHING_CHECKED, refine } from '../../lowering/refine.ts'
import { places } from './checked-places.ts'
import { dictionaryUses } from './dictionary-uses.ts'
import { isFixed } from './fixed-list.ts'
import { kindOf, type PythonLowering } from './python-lowering.ts'

/** After a loop that checks each element these are known to be harmless: `for x in xs: if x not in ALLOWED: raise`. Of a dictionary they are its keys. */
export function keepCheckedElements(low: PythonLowering, node: number, checks: readonly number[], rounds: Rounds): void {
  const found = elementsOf(low, node)
  refine(
    low,
    withCheckedElements(
      low,
      found.filter((each) => !isDictionary(low, each.node)),
      checks,
      rounds,
    ),
  )
  if (!checks.includes(-1)) return
  for (const { place, node: at } of found) {
    if (!('variable' in place) || !isDictionary(low, at) || !staysSame(low, rounds, place.variable, low.valueAt[at])) continue
    keepKeys(low, place.variable, at)
  }
}

/** The list whose elements these are: also the text that they are parts of. */
function elementsOf(low: PythonLowering, node: number): Checked[] {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const site = kindOf(low, inner) === id.call ? low.syntax.callAt(tree, text, inner) : undefined
  if (site === undefined) return places(low, inner)
  const callee = low.syntax.unwrap(tree, site.callee)
  const method = kindOf(low, callee) === id.attribute ? nodeText(tree, text, childByField(tree, callee, field.attribute)) : ''
  if (method === 'split' || method === 'keys') return places(low, childByField(tree, callee, field.object))
  const first = site.arguments[0]?.node ?? -1
  return COPIES.has(low.symbols.nameOf(site.callee) ?? '') && first >= 0 ? elementsOf(low, first) : places(low, inner)
}

const COPIES: ReadonlySet<string> = new Set(['set', 'list', 'tuple', 'sorted', 'frozenset'])

/** Whether what stands under a name is used as a dictionary somewhere in the file. */
function isDictionary(low: PythonLowering, node: number): boolean {
  low.dictionaryUses ??= dictionaryUses(low.text)
  return low.dictionaryUses.has(nodeText(low.tree, low.text, node))
}

/** Of `set(xs) - ALLOWED` and `[x for x in xs if x not in ALLOWED]`: where nothing is left over, all elements of `xs` are listed. */
export function leftOver(low: PythonLowering, node: number, excluded: (condition: number) => readonly Checked[]): Condition {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const listed = (elements: number, list: number): Condition =>
    list >= 0 && isFixed(low, list) ? { whenTrue: [], whenFalse: listOf(low, elements) } : NOTHING_CHECKED
  switch (kindOf(low, inner)) {
    case id.binary_operator:
      return nodeText(tree, text, childByField(tree, inner, field.operator)) === '-'
        ? listed(childByField(tree, inner, field.left), childByField(tree, inner, field.right))
        : NOTHING_CHECKED
    case id.call: {
      const site = low.syntax.callAt(tree, text, inner)
      const callee = site === undefined ? -1 : low.syntax.unwrap(tree, site.callee)
      const isDifference =
        callee >= 0 && kindOf(low, callee) === id.attribute && nodeText(tree, text, childByField(tree, callee, field.attribute)) === 'difference'
      return isDifference ? listed(childByField(tree, callee, field.object), site?.arguments[0]?.node ?? -1) : NOTHING_CHECKED
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
        return NOTHING_CHECKED
      const each = low.names.declarationOf[childByField(tree, loop, field.left)]
      const isChecked = excluded(namedChildren(tree, filter)[0] ?? -1).some(
        ({ place, check }) => check < 0 && 'variable' in place && place.variable === each,
      )
      return isChecked ? { whenTrue: [], whenFalse: listOf(low, childByField(tree, loop, field.right)) } : NOTHING_CHECKED
    }
    default:
      return NOTHING_CHECKED
  }
}

/** The same without those that may be the keys of a dictionary. */
function listOf(low: PythonLowering, node: number): readonly Checked[] {
  return elementsOf(low, node).filter((each) => !isDictionary(low, each.node))
}

/** `set(xs) <= ALLOWED`, `set(xs).issubset(ALLOWED)` */
export function subsetOf(low: PythonLowering, elements: number, list: number): Condition {
  return isFixed(low, list) ? { whenTrue: listOf(low, elements), whenFalse: [] } : NOTHING_CHECKED
}
