import { nodeText } from '../../model/tree-access.ts'
import { type Binding, createBinding, mergeBinding } from '../symbols/binding.ts'
import type { Collector } from './collector.ts'
import { comprehensionKinds } from './comprehension-kinds.ts'

export type TargetFields = Pick<Binding, 'kind'> & Partial<Omit<Binding, 'origins'>>

/** Declares what is assigned to in the scope that it belongs to, and as a field where that is a class. */
export function declareName(collector: Collector, site: number, name: number, fields: TargetFields): void {
  const { kinds, tree, text, scopes, isNull } = collector
  if (name < 0) return
  const word = nodeText(tree, text, name)
  const scope = outwardScope(collector, scopes.scopeOf(site), word, fields.kind)
  scopes.declare(scope, word, createBinding({ ...fields, node: name }, isNull))
  if (kinds.table[tree.type[scope]] === kinds.id.class_definition) declareField(collector, scope, name, fields)
}

function outwardScope({ kinds, tree, scopes, outward }: Collector, from: number, word: string, kind: Binding['kind']): number {
  const inner = comprehensionKinds(kinds.id)
  let scope = from
  // A walrus binds outside its comprehension (PEP 572).
  if (kind === 'variable') while (scope > 0 && inner.includes(kinds.table[tree.type[scope]])) scope = scopes.scopeOf(tree.parent[scope])
  for (;;) {
    const where = scope > 0 ? outward.get(scope)?.get(word) : undefined
    if (where === undefined) return scope
    scope = where === 'global' ? 0 : scopes.scopeOf(tree.parent[scope])
  }
}

/** Declares a field of the class. */
export function declareField({ fields, tree, text, isNull }: Collector, classNode: number, name: number, of: TargetFields): void {
  const known = fields.get(classNode) ?? new Map<string, Binding>()
  fields.set(classNode, known)
  const word = nodeText(tree, text, name)
  const binding = createBinding({ ...of, node: name }, isNull)
  const first = known.get(word)
  if (first === undefined) known.set(word, binding)
  else mergeBinding(first, binding)
}
