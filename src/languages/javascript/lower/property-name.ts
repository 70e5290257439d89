import { firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** A constant key; undefined for other expressions. */
export function constantKey(low: JavaScriptLowering, index: number): string | undefined {
  const constant = index < 0 ? undefined : low.symbols.constantOf(index)
  return typeof constant === 'string' || typeof constant === 'number' ? String(constant) : undefined
}

/** The name of a property; undefined for a computed key that is not constant. */
export function propertyName(low: JavaScriptLowering, key: number): string | undefined {
  if (key < 0) return undefined
  const { id } = low.kinds
  const kind = kindOf(low, key)
  if (kind === id.computed_property_name) {
    const inner = firstNamedChild(low.tree, key)
    if (inner >= 0) lowerExpression(low, inner)
    return constantKey(low, inner)
  }
  return kind === id.string ? String(low.symbols.constantOf(key) ?? '') : nodeText(low.tree, low.text, key)
}
