import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import type { ReturnedProperties } from '../../lowering/guard-summary.ts'
import { returnedTruth } from './known-truth.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { readReturnedFacts } from './read-condition.ts'

/**
 * The properties of a returned literal: `False, 'unknown'`, `{'ok': False}`, `Checked(ok=False, why='unknown')`. Undefined for other expressions.
 * The expression is already lowered.
 */
export function readReturnedProperties(low: PythonLowering, node: number): ReturnedProperties | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const kind = kindOf(low, inner)
  const properties = new Map<string, { truth: boolean | undefined; condition: ReturnType<typeof readReturnedFacts> }>()
  const add = (name: string, part: number): void => {
    properties.set(name, { truth: returnedTruth(low, part), condition: readReturnedFacts(low, part) })
  }
  if (kind === id.tuple || kind === id.expression_list || kind === id.list) {
    const children = namedChildren(tree, inner)
    const isComplete = children.every((child) => kindOf(low, child) !== id.list_splat)
    if (isComplete) for (const [index, child] of children.entries()) add(String(index), child)
    return { properties, isComplete }
  }
  if (kind === id.dictionary) {
    let isComplete = true
    for (const child of namedChildren(tree, inner)) {
      const key = kindOf(low, child) === id.pair ? low.symbols.constantOf(childByField(tree, child, field.key)) : undefined
      if (typeof key === 'string') add(key, childByField(tree, child, field.value))
      else isComplete = false
    }
    return { properties, isComplete }
  }
  // The class may define further fields.
  const site = kind === id.call ? low.syntax.callAt(tree, text, inner) : undefined
  if (site === undefined || !/(?:^|\.)[A-Z]\w*$/.test(nodeText(tree, text, site.callee))) return undefined
  for (const { name, node: passed } of site.arguments) if (name !== undefined) add(name, passed)
  return { properties, isComplete: false }
}
