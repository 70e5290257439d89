import { BOUNDS } from '../../../model/bounds.ts'
import type { ConstantProperties } from '../../../model/program.ts'
import type { Scalar } from '../../../model/scalar.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { isUnmodified, recordDestructured } from '../../lowering/branch-conditions.ts'
import { mustAliasRoot } from '../../lowering/variables.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Maximum number of properties of an object. */
const MAX_PROPERTIES = BOUNDS.constantProperties.value

/**
 * The constant properties of `{ raw: false, name }`, also through a variable that is never reassigned; undefined if the object may have unknown
 * properties.
 */
export function constantProperties(low: JavaScriptLowering, node: number): ConstantProperties | undefined {
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  const object = low.syntax.unwrap(tree, symbols.valueOf(low.syntax.unwrap(tree, node)))
  if (object < 0 || kindOf(low, object) !== id.object) return undefined
  const found = new Map<string, Scalar | undefined>()
  for (const child of namedChildren(tree, object)) {
    const kind = kindOf(low, child)
    if (low.syntax.commentTypes.has(tree.type[child])) continue
    const key = kind === id.pair ? childByField(tree, child, field.key) : kind === id.shorthand_property_identifier ? child : -1
    if (key < 0 || found.size >= MAX_PROPERTIES) return undefined
    const name = kind === id.pair ? keyText(low, key) : nodeText(tree, text, key)
    if (name === undefined) return undefined
    found.set(name, symbols.constantOf(kind === id.pair ? childByField(tree, child, field.value) : child))
  }
  return found
}

function keyText(low: JavaScriptLowering, key: number): string | undefined {
  if (kindOf(low, key) === low.kinds.id.property_identifier) return nodeText(low.tree, low.text, key)
  const constant = low.symbols.constantOf(key)
  return typeof constant === 'string' ? constant : undefined
}

/** Records the variables of a parameter pattern such as `{ raw = false, name: other }` for path conditions. */
export function recordDestructuredProperties(low: JavaScriptLowering, pattern: number, parameter: number): void {
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  if (parameter < 0 || kindOf(low, pattern) !== id.object_pattern) return
  for (const child of namedChildren(tree, pattern)) {
    const isPair = kindOf(low, child) === id.pair_pattern
    const target = isPair ? childByField(tree, child, field.value) : child
    const isDefaulted = kindOf(low, target) === id.object_assignment_pattern || kindOf(low, target) === id.assignment_pattern
    const name = isDefaulted ? childByField(tree, target, field.left) : target
    const defaultValue = isDefaulted ? symbols.constantOf(childByField(tree, target, field.right)) : null
    const variable = name < 0 ? -1 : low.names.declarationOf[name]
    if (variable < 0 || defaultValue === undefined) continue
    const key = isPair ? childByField(tree, child, field.key) : name
    const property = isPair ? keyText(low, key) : nodeText(tree, text, key)
    if (property !== undefined) recordDestructured(low, variable, { parameter, property, defaultValue })
  }
}

/** The parameter whose unmodified value this is; -1 for none. */
export function unmodifiedParameter(low: JavaScriptLowering, given: number): number {
  const origin = isUnmodified(low, given) ? mustAliasRoot(low, given) : -1
  return low.frame.guardable.find((each) => each.part === undefined && each.initial === origin)?.parameter ?? -1
}
