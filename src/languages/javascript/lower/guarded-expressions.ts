import { calledMethod } from '../../lowering/called-method.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import { type GuardFact, sanitizedFact } from '../../lowering/guard-facts.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** The guarded expression at a node: a variable, or an access path from a variable. */
export function factsOn(low: JavaScriptLowering, node: number): GuardFact[] {
  if (node < 0) return []
  const { tree, kinds } = low
  const { id } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (kindOf(low, inner) === id.identifier) {
    const declaration = low.names.declarationOf[inner]
    return declaration < 0 ? [] : [sanitizedFact({ variable: declaration }, inner)]
  }
  const path = accessPathOf(low, inner)
  if (path !== undefined) return [sanitizedFact({ path }, inner)]
  // `ALLOWED.has(x ?? '')` guards x, because the default is constant.
  if (
    kindOf(low, inner) === id.binary_expression &&
    /^(?:\?\?|\|\|)$/.test(nodeText(tree, low.text, childByField(tree, inner, kinds.field.operator)))
  )
    return low.symbols.constantOf(childByField(tree, inner, kinds.field.right)) === undefined
      ? []
      : factsOn(low, childByField(tree, inner, kinds.field.left))
  // `ALLOWED.has(x.toLowerCase())` guards x.
  const site = low.syntax.callAt(tree, low.text, inner)
  if (site === undefined) return []
  const { object, method } = calledMethod(low, site)
  if (/^(?:toLowerCase|toUpperCase|trim|toString)$/.test(method)) return factsOn(low, object)
  return low.symbols.nameOf(site.callee) === 'String' && site.arguments[0] !== undefined ? factsOn(low, site.arguments[0].node) : []
}

/** The access path `req.query.id` with the declaration of its root. Equal texts denote equal paths. */
export function accessPathOf(low: JavaScriptLowering, node: number): string | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const parts: string[] = []
  let at = node
  for (let steps = 0; steps < 8; steps++) {
    at = low.syntax.unwrap(tree, at)
    const kind = kindOf(low, at)
    if (kind === id.identifier)
      return parts.length === 0 ? undefined : `${low.names.declarationOf[at]}:${nodeText(tree, text, at)}.${parts.toReversed().join('.')}`
    if (kind === id.this) return parts.length === 0 ? undefined : `this.${parts.toReversed().join('.')}`
    if (kind === id.member_expression) parts.push(nodeText(tree, text, childByField(tree, at, field.property)))
    else if (kind === id.subscript_expression) {
      const key = childByField(tree, at, field.index)
      parts.push(key < 0 ? '?' : String(low.symbols.constantOf(key) ?? `[${nodeText(tree, text, key).slice(0, 40)}]`))
    } else return undefined
    at = childByField(tree, at, field.object)
    if (at < 0) return undefined
  }
  return undefined
}
