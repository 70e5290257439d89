import { childByField, firstNamedChild, nodeText } from '../../model/tree-access.ts'
import { type Binding, createBinding, noteWrite } from '../symbols/binding.ts'
import type { Collector } from './collector.ts'

/** `name: Type = value` in a class body. */
export function collectField(collector: Collector, node: number): void {
  const { kinds, tree, text, classes, scopes } = collector
  const { field } = kinds
  const nameNode = childByField(tree, node, field.name)
  const name = nameNode < 0 ? childByField(tree, node, field.property) : nameNode
  const classNode = classes.get(scopes.scopeOf(node)) ?? -1
  if (name < 0 || classNode < 0) return
  declareField(collector, classNode, nodeText(tree, text, name), {
    node: name,
    value: childByField(tree, node, field.value),
    type: annotationOf(collector, node),
  })
}

/** Adds a field to a class. A second declaration is another value of it. */
export function declareField(
  { fields, isNull }: Collector,
  classNode: number,
  name: string,
  { node, value, type }: { readonly node: number; readonly value: number; readonly type: number },
): void {
  const known = fields.get(classNode) ?? new Map<string, Binding>()
  fields.set(classNode, known)
  const first = known.get(name)
  if (first === undefined) known.set(name, createBinding({ kind: 'variable', node, value, type, writes: value < 0 ? 0 : 1 }, isNull))
  else noteWrite(first, value, isNull)
}

/** The type that is said of a declaration, -1 for none. */
export function annotationOf({ kinds, tree }: Collector, node: number): number {
  const annotation = childByField(tree, node, kinds.field.type)
  return annotation < 0 ? -1 : firstNamedChild(tree, annotation)
}
