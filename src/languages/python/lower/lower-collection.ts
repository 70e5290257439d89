import { SYNTHETIC_KEY, OP } from '../../../model/program.ts'
import { readCondition } from '../../lowering/read-condition.ts'
import { childByField, firstNamedChild, namedChildren } from '../../../model/tree-access.ts'
import { addNary, storeField, addValue } from '../../lowering/values.ts'
import { refine } from '../../lowering/refine.ts'
import { constantKey } from './lower-target.ts'
import { loadLoopElement } from './loop-element.ts'
import { assignTo, kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

export function lowerDictionary(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  let made = addValue(low, OP.unknown, node)
  for (const entry of namedChildren(tree, node)) {
    if (kindOf(low, entry) === id.pair) {
      const key = childByField(tree, entry, field.key)
      const held = lowerExpression(low, key)
      const name = constantKey(low, key)
      made = storeField(low, made, name, lowerExpression(low, childByField(tree, entry, field.value)), entry)
      if (name === undefined) made = storeField(low, made, SYNTHETIC_KEY.keys, held, entry)
    } else if (kindOf(low, entry) === id.dictionary_splat) made = addNary(low, OP.phi, entry, [made, lowerExpression(low, entry)])
  }
  low.dictionaries.add(made)
  return made
}

/** Lowers `[f(x) for x in xs if ok(x)]` like a loop with one iteration that adds its value to a list. */
export function lowerComprehension(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  low.frame.table.push()
  for (const clause of namedChildren(tree, node)) {
    const kind = kindOf(low, clause)
    if (kind === id.for_in_clause) {
      const right = childByField(tree, clause, field.right)
      assignTo(low, childByField(tree, clause, field.left), loadLoopElement(low, right, lowerExpression(low, right), clause))
    } else if (kind === id.if_clause) refine(low, readCondition(low, firstNamedChild(tree, clause)).whenTrue)
  }
  const body = childByField(tree, node, field.body)
  let made: number
  if (body >= 0 && kindOf(low, body) === id.pair) {
    const key = childByField(tree, body, field.key)
    const keys = lowerExpression(low, key)
    made = storeField(low, addValue(low, OP.unknown, node), undefined, lowerExpression(low, childByField(tree, body, field.value)), node)
    made = storeField(low, made, SYNTHETIC_KEY.keys, keys, node)
    low.dictionaries.add(made)
  } else made = storeField(low, addValue(low, OP.unknown, node), undefined, lowerExpression(low, body), node)
  low.frame.table.pop()
  return made
}
