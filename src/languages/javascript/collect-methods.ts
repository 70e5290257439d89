import { childByField, nodeText } from '../../model/tree-access.ts'
import { createBinding } from '../symbols/binding.ts'
import { methodKey } from '../symbols/comes-from-package.ts'
import { declareField } from './collect-fields.ts'
import { collectParameters } from './collect-functions.ts'
import type { Collector } from './collector.ts'
import { findResult } from './function-result.ts'

/** Parameters of a method; what a getter gives is a field of its class, and what another method gives is known where it is called. */
export function collectMethod(collector: Collector, node: number): void {
  collectParameters(collector, node)
  const { kinds, tree, text, classes, fields, scopes, isNull } = collector
  const name = childByField(tree, node, kinds.field.name)
  const classNode = classes.get(scopes.scopeOf(tree.parent[node])) ?? -1
  if (name < 0 || classNode < 0 || tree.parent[tree.parent[node]] !== classNode) return
  const head = text.slice(tree.start[node], tree.start[name])
  const key = nodeText(tree, text, name)
  if (/\bset\s+$/.test(head)) return
  if (/\bget\s+$/.test(head)) {
    const { value, type } = findResult(kinds, tree, node)
    if (value >= 0 || type >= 0) declareField(collector, classNode, key, { node: name, value, type })
    return
  }
  const known = fields.get(classNode) ?? new Map()
  fields.set(classNode, known)
  known.set(methodKey(key), createBinding({ kind: 'function', node: name, value: node, writes: known.has(methodKey(key)) ? 2 : 1 }, isNull))
}
