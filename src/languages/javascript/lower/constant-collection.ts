import { classFieldValue, isAbstractReadonly } from './class-field.ts'
import { namedChildren, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Whether an expression is a list, set, map or object with constant content: a literal, or a constant by its name (`ALLOWED_HOSTS`). */
export function isConstantCollection(low: JavaScriptLowering, node: number): boolean {
  if (node < 0) return false
  const { tree, text, symbols, kinds } = low
  const inner = low.syntax.unwrap(tree, node)
  if (typeof symbols.constantOf(inner) === 'string') return false
  if (isAbstractReadonly(low, inner)) return true
  const field = classFieldValue(low, inner)
  const value = low.syntax.unwrap(tree, field >= 0 ? field : symbols.valueOf(inner))
  const kind = kindOf(low, value)
  // An empty initial list is filled elsewhere.
  if (field >= 0 && kind === kinds.id.array && namedChildren(tree, value).length === 0) return false
  if (kind === kinds.id.array || kind === kinds.id.object)
    return symbols.isConstant(value) || (kind === kinds.id.object && namedChildren(tree, value).length > 0)
  const site = low.syntax.callAt(tree, text, value)
  if (site !== undefined) {
    const name = symbols.nameOf(site.callee) ?? ''
    if (name === 'Set' || name === 'Map' || name === 'Object.freeze' || name === 'Object.keys' || name === 'Object.values') {
      const first = site.arguments[0]
      if (first === undefined) return false
      // An enumeration of another file.
      const isEnumeration =
        name.startsWith('Object.') && kindOf(low, first.node) === kinds.id.identifier && /^[A-Z][A-Za-z0-9]*$/.test(nodeText(tree, text, first.node))
      return isEnumeration || symbols.isConstant(first.node) || isConstantCollection(low, first.node)
    }
  }
  if (kind === kinds.id.member_expression && /\.(?:keys|values)$/.test(text.slice(tree.start[value], tree.end[value]))) return false
  const last = text.slice(tree.start[inner], tree.end[inner]).split('.').at(-1) ?? ''
  return (
    /^(?:[A-Z][A-Z0-9_]+|(?:allowed|allow|valid|permitted|supported|known|safe|white)\w*|\w*(?:whitelist|allowlist|Whitelist|Allowlist|AllowList))$/.test(
      last,
    ) && kind !== kinds.id.string
  )
}
