import { firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { type JavaScriptLowering, kindOf, lowerExpression } from './javascript-lowering.ts'

/** A key that is known without running; undefined otherwise. */
export function constantKey(low: JavaScriptLowering, index: number): string | undefined {
  const constant = index < 0 ? undefined : low.symbols.constantOf(index)
  return typeof constant === 'string' || typeof constant === 'number' ? String(constant) : undefined
}

/** The name of a property as written; undefined when it is computed from what is not known. */
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
