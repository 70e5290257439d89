import { childByField, namedChildren, nodeText } from '../../model/tree-access.ts'
import { createBinding } from '../symbols/binding.ts'
import { noteAssignment } from './collect-assignments.ts'
import { annotationOf } from './collect-fields.ts'
import { bindPattern } from './collect-pattern.ts'
import type { Collector } from './collector.ts'

/** Its name, known in the scope around. */
export function collectClass({ kinds, tree, text, scopes, isNull }: Collector, node: number): void {
  const name = childByField(tree, node, kinds.field.name)
  if (name >= 0)
    scopes.declare(
      scopes.scopeOf(tree.parent[node]),
      nodeText(tree, text, name),
      createBinding({ kind: 'class', node: name, value: node, writes: 1 }, isNull),
    )
}

/** Its members are constants. */
export function collectEnum({ kinds, tree, text, scopes, isNull }: Collector, node: number): void {
  const name = childByField(tree, node, kinds.field.name)
  if (name >= 0)
    scopes.declare(scopes.scopeOf(node), nodeText(tree, text, name), createBinding({ kind: 'variable', node: name, value: node, writes: 1 }, isNull))
}

/** `var` declares in the function around, `let` and `const` in the block. */
export function collectVariable(collector: Collector, node: number): void {
  const { kinds, tree, scopes, functions } = collector
  const { id, field, table } = kinds
  const value = childByField(tree, node, field.value)
  const isVar = table[tree.type[tree.parent[node]]] === id.variable_declaration
  const scope = isVar ? (functions.get(scopes.scopeOf(node)) ?? 0) : scopes.scopeOf(node)
  bindPattern(collector, scope, childByField(tree, node, field.name), {
    kind: 'variable',
    value,
    type: annotationOf(collector, node),
    writes: value < 0 ? 0 : 1,
  })
}

/** `import run = cp.exec` of TypeScript. */
export function collectAlias(collector: Collector, node: number): void {
  const [name = -1, value = -1] = namedChildren(collector.tree, node)
  bindPattern(collector, collector.scopes.scopeOf(node), name, { kind: 'variable', value, writes: 1 })
}

/** What was thrown. */
export function collectCatch(collector: Collector, node: number): void {
  bindPattern(collector, node, childByField(collector.tree, node, collector.kinds.field.parameter), { kind: 'other', writes: 1 })
}

/** With `const`, `let` or `var` the loop declares its variable; without, it assigns to one. */
export function collectLoop(collector: Collector, node: number): void {
  const { kinds, tree } = collector
  if (childByField(tree, node, kinds.field.kind) < 0) noteAssignment(collector, node)
  else bindPattern(collector, node, childByField(tree, node, kinds.field.left), { kind: 'other', writes: 1 })
}
