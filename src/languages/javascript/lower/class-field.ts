import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Whether `this.name` is a field that subclasses define: `protected abstract readonly columns: readonly string[]`. */
export function isAbstractReadonly(low: JavaScriptLowering, node: number): boolean {
  const member = classFieldAt(low, node)
  if (member < 0) return false
  const words = /^(?:\w+\s+)*/.exec(nodeText(low.tree, low.text, member).slice(0, 60))?.[0].split(/\s+/) ?? []
  const at = words.indexOf('abstract')
  return at >= 0 && words.includes('readonly', at)
}

/** The initializer of the field `this.name` or `Shop.name` of a class in this file; -1 for none. */
export function classFieldValue(low: JavaScriptLowering, node: number): number {
  const member = classFieldAt(low, node)
  return member < 0 ? -1 : childByField(low.tree, member, low.kinds.field.value)
}

/** The declaration of the field; -1 for none. */
function classFieldAt(low: JavaScriptLowering, node: number): number {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  if (kindOf(low, node) !== id.member_expression) return -1
  const body = classBodyOf(low, childByField(tree, node, field.object))
  if (body < 0) return -1
  const name = nodeText(tree, text, childByField(tree, node, field.property))
  for (const member of namedChildren(tree, body)) {
    const kind = kindOf(low, member)
    const key = kind === id.public_field_definition ? field.name : kind === id.field_definition ? field.property : -1
    if (key >= 0 && nodeText(tree, text, childByField(tree, member, key)) === name) return member
  }
  return -1
}

/** The body of the class of `this`, or of the class that the object names. */
function classBodyOf(low: JavaScriptLowering, object: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  if (kindOf(low, object) === id.this) {
    let at = object
    while (at > 0 && kindOf(low, at) !== id.class_body) at = tree.parent[at]
    return at > 0 ? at : -1
  }
  const declaration = kindOf(low, object) === id.identifier ? low.symbols.declarationOf(object) : -1
  const body = declaration < 0 ? -1 : childByField(tree, tree.parent[declaration], field.body)
  return body >= 0 && kindOf(low, body) === id.class_body ? body : -1
}
