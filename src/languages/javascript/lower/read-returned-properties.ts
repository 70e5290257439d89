import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import type { ReturnedProperties } from '../../lowering/guard-summary.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { knownTruth } from './known-truth.ts'
import { readReturnedFacts } from './read-returned-facts.ts'

/** The properties of a returned literal: `{ ok: false, error }`, `[true, '']`. Undefined for other expressions. The expression is already lowered. */
export function readReturnedProperties(low: JavaScriptLowering, node: number): ReturnedProperties | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  const made = kindOf(low, inner) === id.identifier ? low.syntax.unwrap(tree, low.symbols.valueOf(inner)) : inner
  const kind = kindOf(low, made)
  if (kind !== id.object && kind !== id.array) return undefined
  const properties = new Map<string, { truth: boolean | undefined; condition: ReturnType<typeof readReturnedFacts> }>()
  const add = (name: string, part: number): void => {
    // An object in a variable may have changed since.
    const truth = made === inner ? knownTruth(low, part) : undefined
    properties.set(name, { truth, condition: made === inner ? readReturnedFacts(low, part) : undefined })
  }
  let isComplete = made === inner
  for (const [index, child] of namedChildren(tree, made).entries()) {
    const childKind = kindOf(low, child)
    if (kind === id.array && childKind !== id.spread_element) add(String(index), child)
    else if (childKind === id.shorthand_property_identifier) add(nodeText(tree, text, child), child)
    else if (childKind === id.pair) {
      const key = childByField(tree, child, field.key)
      const constant = kindOf(low, key) === id.string ? low.symbols.constantOf(key) : nodeText(tree, text, key)
      if (typeof constant !== 'string' || kindOf(low, key) === id.computed_property_name) isComplete = false
      else add(constant, childByField(tree, child, field.value))
    } else if (!low.syntax.commentTypes.has(tree.type[child])) isComplete = false
  }
  return { properties, isComplete }
}
