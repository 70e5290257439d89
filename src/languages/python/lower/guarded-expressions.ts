import { calledMethod } from '../../lowering/called-method.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import { type GuardFact, sanitizedFact } from '../../lowering/guard-facts.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** The guarded expression at a node: a variable, or an access path from a variable. */
export function factsOn(low: PythonLowering, node: number): GuardFact[] {
  if (node < 0) return []
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const inner = low.syntax.unwrap(tree, node)
  if (kindOf(low, inner) === id.identifier) {
    const declaration = low.names.declarationOf[inner]
    return [sanitizedFact({ variable: declaration < 0 ? low.globalVariable(nodeText(tree, text, inner)) : declaration }, inner)]
  }
  const path = accessPathOf(low, inner)
  if (path !== undefined) return [sanitizedFact({ path, field: receiverField(low, inner) }, inner)]
  if (kindOf(low, inner) === id.named_expression) return factsOn(low, childByField(tree, inner, field.name))
  const site = low.syntax.callAt(tree, text, inner)
  if (site === undefined) return []
  const { object, method } = calledMethod(low, site)
  return /^(?:lower|upper|strip|casefold)$/.test(method) ||
    (/^(?:lstrip|removeprefix)$/.test(method) && stripsSign(low, site.arguments[0]?.node ?? -1))
    ? factsOn(low, object)
    : []
}

function receiverField(low: PythonLowering, node: number): { readonly variable: number; readonly name: string } | undefined {
  const { tree, text, kinds } = low
  const object = kindOf(low, node) === kinds.id.attribute ? childByField(tree, node, kinds.field.object) : -1
  const variable = object < 0 || kindOf(low, object) !== kinds.id.identifier ? -1 : low.names.declarationOf[object]
  return low.receiverClasses.has(variable) ? { variable, name: nodeText(tree, text, childByField(tree, node, kinds.field.attribute)) } : undefined
}

/** Whether `order.lstrip("-")` only strips a sort direction. */
function stripsSign(low: PythonLowering, argument: number): boolean {
  const taken = argument < 0 ? undefined : low.symbols.constantOf(argument)
  return typeof taken === 'string' && /^[-+ ]+$/.test(taken)
}

/** The access path `request.args["id"]` with the declaration of its root. */
export function accessPathOf(low: PythonLowering, node: number): string | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const parts: string[] = []
  let at = node
  for (let steps = 0; steps < 8; steps++) {
    const kind = kindOf(low, at)
    if (kind === id.identifier)
      return parts.length === 0 ? undefined : `${low.names.declarationOf[at]}:${nodeText(tree, text, at)}.${parts.toReversed().join('.')}`
    if (kind === id.attribute) {
      parts.push(nodeText(tree, text, childByField(tree, at, field.attribute)))
      at = childByField(tree, at, field.object)
    } else if (kind === id.subscript) {
      const key = childByField(tree, at, field.subscript)
      if (key < 0 || kindOf(low, key) === id.slice) return undefined
      parts.push(keySegment(low, key))
      at = childByField(tree, at, field.value)
    } else if (kind === id.call) {
      // `data.get("id")` is the path `data["id"]`.
      const site = low.syntax.callAt(tree, text, at)
      const key = site?.arguments[0]?.node ?? -1
      const { object, method } = calledMethod(low, site)
      if (method !== 'get' || key < 0 || typeof low.symbols.constantOf(key) !== 'string') return undefined
      parts.push(keySegment(low, key))
      at = object
    } else return undefined
    if (at < 0) return undefined
  }
  return undefined
}

function keySegment(low: PythonLowering, key: number): string {
  const constant = low.symbols.constantOf(key)
  return `[${(typeof constant === 'string' ? constant : nodeText(low.tree, low.text, key)).slice(0, 40)}]`
}
