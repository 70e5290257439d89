import { childByField, nodeText } from '../../model/tree-access.ts'
import { createBinding, mergeBinding, noteWrite } from '../symbols/binding.ts'
import { declareField } from './collect-fields.ts'
import { type PatternFields, visitNames } from './collect-pattern.ts'
import type { Collector } from './collector.ts'

/** Leaves it for later: what it assigns to may be declared below. */
export function noteAssignment({ assignments }: Collector, node: number): void {
  assignments.push(node)
}

/** What is assigned to a name, to a field of the own class, or to several by a pattern. */
export function collectAssignment(collector: Collector, node: number): void {
  const { kinds, tree, text, scopes, isNull, classes } = collector
  const { id, field, table } = kinds
  const kind = table[tree.type[node]]
  const target = childByField(tree, node, kind === id.update_expression ? field.argument : field.left)
  if (target < 0) return
  const value = kind === id.assignment_expression ? childByField(tree, node, field.right) : -1
  const targetKind = table[tree.type[target]]
  if (targetKind === id.identifier) {
    const binding = scopes.find(target, nodeText(tree, text, target))
    if (binding !== undefined) noteWrite(binding, value, isNull)
  } else if (targetKind === id.object_pattern || targetKind === id.array_pattern) collectAssignedPattern(collector, target, value)
  else if (targetKind === id.member_expression && table[tree.type[target + 1]] === id.this) {
    const property = childByField(tree, target, field.property)
    const classNode = classes.get(scopes.scopeOf(node)) ?? -1
    if (property < 0 || classNode < 0) return
    if (value >= 0) declareField(collector, classNode, nodeText(tree, text, property), { node: property, value, type: -1 })
    else {
      const known = collector.fields.get(classNode)?.get(nodeText(tree, text, property))
      if (known !== undefined) noteWrite(known, -1, isNull)
    }
  }
}

/** `({a} = x)`: what only was declared has its value from here. Any other name is written once more, by something that is not followed. */
function collectAssignedPattern(collector: Collector, pattern: number, value: number): void {
  const { kinds, tree, text, scopes, isNull } = collector
  const { id, table } = kinds
  const followed = new Set<number>()
  const follow = (node: number, fields: PatternFields): void => {
    const binding = scopes.find(node, nodeText(tree, text, node))
    if (binding?.kind !== 'variable' || binding.writes > 0 || fields.rest === true) return
    mergeBinding(binding, createBinding({ ...fields, node }, isNull))
    followed.add(node)
  }
  if (value >= 0) visitNames(collector, pattern, { kind: 'variable', value, writes: 1 }, follow)
  for (let node = pattern; node < tree.next[pattern]; node++) {
    const kind = table[tree.type[node]]
    if (followed.has(node) || (kind !== id.identifier && kind !== id.shorthand_property_identifier_pattern)) continue
    const binding = scopes.find(node, nodeText(tree, text, node))
    if (binding !== undefined) noteWrite(binding, -1, isNull)
  }
}
