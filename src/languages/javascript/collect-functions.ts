import { childByField, namedChildren, nodeText } from '../../model/tree-access.ts'
import { createBinding } from '../symbols/binding.ts'
import { namedAsUsual } from './answering-parameter.ts'
import { annotationOf, declareField } from './collect-fields.ts'
import { bindPattern, type PatternFields } from './collect-pattern.ts'
import type { Collector } from './collector.ts'

/** Its name is known in the scope around. */
export function collectFunctionDeclaration(collector: Collector, node: number): void {
  const { kinds, tree, text, scopes, isNull } = collector
  const name = childByField(tree, node, kinds.field.name)
  const binding = { kind: 'function', node: name, value: node, writes: 1 } as const
  if (name >= 0) scopes.declare(scopes.scopeOf(tree.parent[node]), nodeText(tree, text, name), createBinding(binding, isNull))
  collectParameters(collector, node)
}

/** The name of a function expression is known within it. */
export function collectFunctionExpression(collector: Collector, node: number): void {
  const { kinds, tree, text, scopes, isNull } = collector
  const name = childByField(tree, node, kinds.field.name)
  if (name >= 0) scopes.declare(node, nodeText(tree, text, name), createBinding({ kind: 'function', node: name, value: node, writes: 1 }, isNull))
  collectParameters(collector, node)
}

/** Of any function: a list, or the only parameter of an arrow function. */
export function collectParameters(collector: Collector, node: number): void {
  const { kinds, tree } = collector
  const { field } = kinds
  const list = childByField(tree, node, field.parameters)
  if (list < 0) {
    bindPattern(collector, node, childByField(tree, node, field.parameter), { kind: 'parameter', parameterOf: { node, index: 0 }, writes: 1 })
    return
  }
  let index = 0
  for (const parameter of namedChildren(tree, list)) if (collectParameter(collector, node, parameter, index)) index++
}

/** False when the child is no parameter: a comment, a decorator. */
function collectParameter(collector: Collector, owner: number, parameter: number, index: number): boolean {
  const { kinds, tree } = collector
  const { id, field, table } = kinds
  const kind = table[tree.type[parameter]]
  if (kind === 0) return false
  const fields: PatternFields = { kind: 'parameter', parameterOf: { node: owner, index }, writes: 1 }
  if (kind !== id.required_parameter && kind !== id.optional_parameter) {
    bindPattern(collector, owner, parameter, { ...fields, ...namedAsUsual(collector, owner, parameter, index) })
    return true
  }
  const type = annotationOf(collector, parameter)
  const pattern = childByField(tree, parameter, field.pattern)
  const named = type < 0 ? namedAsUsual(collector, owner, pattern, index) : undefined
  bindPattern(collector, owner, pattern, { ...fields, ...named, type, fallback: childByField(tree, parameter, field.value) })
  collectParameterProperty(collector, owner, parameter, pattern, type)
  return true
}

/** `constructor(private db: Pool)` declares a field too. */
function collectParameterProperty(collector: Collector, owner: number, parameter: number, pattern: number, type: number): void {
  const { kinds, tree, text, classes } = collector
  let at = parameter + 1
  while (at < pattern && kinds.table[tree.type[at]] === kinds.id.decorator) at = tree.next[at]
  if (pattern < 0 || at === pattern || kinds.table[tree.type[pattern]] !== kinds.id.identifier) return
  const classNode = classes.get(owner) ?? -1
  if (classNode >= 0) declareField(collector, classNode, nodeText(tree, text, pattern), { node: pattern, value: pattern, type })
}
