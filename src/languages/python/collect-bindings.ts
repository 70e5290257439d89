import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import { type Binding, createBinding } from '../symbols/binding.ts'
import { createScopeTable, type ScopeTable } from '../symbols/scope-table.ts'
import type { PythonKinds } from './node-kinds.ts'

/** The names of a file, and the fields of its classes. */
export interface CollectedBindings {
  readonly scopes: ScopeTable
  /** By class node, by field name. */
  readonly fields: ReadonlyMap<number, ReadonlyMap<string, Binding>>
}

interface Collector {
  readonly kinds: PythonKinds
  readonly tree: FlatTree
  readonly text: string
  readonly scopes: ScopeTable
  readonly fields: Map<number, Map<string, Binding>>
  /** `scope/name` of what `global` and `nonlocal` statements move outwards. */
  readonly outward: Set<string>
}

/** Python has no declarations: what a function assigns to is its own, unless it says `global` or `nonlocal`. These come first, then all assignments. */
export function collectBindings(kinds: PythonKinds, tree: FlatTree, text: string): CollectedBindings {
  const collector: Collector = { kinds, tree, text, scopes: createScopeTable(tree), fields: new Map(), outward: new Set() }
  const { id, table } = kinds
  const later: number[] = []
  for (let node = 0; node < tree.count; node++) {
    const kind = table[tree.type[node]]
    if (kind === 0) continue
    switch (kind) {
      case id.module:
      case id.list_comprehension:
      case id.set_comprehension:
      case id.dictionary_comprehension:
      case id.generator_expression:
        collector.scopes.open(node)
        break
      case id.class_definition:
        collector.scopes.open(node, true)
        later.push(node)
        break
      case id.function_definition:
      case id.lambda:
        collector.scopes.open(node)
        later.push(node)
        break
      case id.global_statement:
      case id.nonlocal_statement:
        for (const name of namedChildren(tree, node)) collector.outward.add(`${collector.scopes.scopeOf(node)}/${nodeText(tree, text, name)}`)
        break
      case id.import_statement:
      case id.import_from_statement:
      case id.assignment:
      case id.augmented_assignment:
      case id.named_expression:
      case id.for_statement:
      case id.for_in_clause:
      case id.as_pattern:
        later.push(node)
        break
      default:
    }
  }
  for (const node of later) collectNode(collector, node)
  return collector
}

function collectNode(collector: Collector, node: number): void {
  const { kinds, tree } = collector
  const { id, field, table } = kinds
  switch (table[tree.type[node]]) {
    case id.function_definition:
    case id.lambda:
      collectFunction(collector, node)
      return
    case id.class_definition:
      declareName(collector, tree.parent[node], childByField(tree, node, field.name), { kind: 'class', value: node, writes: 1 })
      return
    case id.import_statement:
      collectImport(collector, node)
      return
    case id.import_from_statement:
      collectImportFrom(collector, node)
      return
    case id.assignment: {
      const type = childByField(tree, node, field.type)
      const value = assignedValue(collector, node)
      collectTarget(collector, node, childByField(tree, node, field.left), { kind: 'variable', value, type, writes: value < 0 ? 0 : 1 })
      return
    }
    case id.augmented_assignment:
      collectTarget(collector, node, childByField(tree, node, field.left), { kind: 'variable', writes: 2 })
      return
    case id.named_expression:
      declareName(collector, node, childByField(tree, node, field.name), { kind: 'variable', value: childByField(tree, node, field.value), writes: 1 })
      return
    case id.for_statement:
    case id.for_in_clause:
      collectTarget(collector, node, childByField(tree, node, field.left), { kind: 'other', writes: 1 })
      return
    case id.as_pattern: {
      const alias = childByField(tree, node, field.alias)
      const target = alias < 0 ? -1 : firstNamedChild(tree, alias)
      const inWith = table[tree.type[tree.parent[node]]] === id.with_item
      collectTarget(collector, node, target, inWith ? { kind: 'variable', value: firstNamedChild(tree, node), writes: 1 } : { kind: 'other', writes: 1 })
      return
    }
    default:
  }
}

/** In `a = b = c` both hold `c`. */
function assignedValue(collector: Collector, node: number): number {
  const { kinds, tree } = collector
  let value = childByField(tree, node, kinds.field.right)
  while (value >= 0 && kinds.table[tree.type[value]] === kinds.id.assignment) value = childByField(tree, value, kinds.field.right)
  return value
}

type TargetFields = Partial<Binding> & Pick<Binding, 'kind'>

function collectTarget(collector: Collector, site: number, target: number, fields: TargetFields, depth = 0): void {
  const { kinds, tree, text } = collector
  const { id, field, table } = kinds
  if (target < 0 || depth > 20) return
  switch (table[tree.type[target]]) {
    case id.identifier:
      declareName(collector, site, target, fields)
      return
    case id.attribute: {
      const object = childByField(tree, target, field.object)
      const attribute = childByField(tree, target, field.attribute)
      if (object < 0 || attribute < 0 || !isSelfName(nodeText(tree, text, object))) return
      const classNode = enclosingClass(collector, target)
      if (classNode >= 0) declareField(collector, classNode, attribute, fields)
      return
    }
    case id.pattern_list:
    case id.tuple_pattern:
    case id.list_pattern:
      for (const [index, part] of namedChildren(tree, target).entries()) collectTarget(collector, site, part, { ...fields, path: [...(fields.path ?? []), String(index)] }, depth + 1)
      return
    case id.list_splat_pattern:
      collectTarget(collector, site, firstNamedChild(tree, target), { ...fields, kind: 'other' }, depth + 1)
      return
    default:
  }
}

function declareName(collector: Collector, site: number, name: number, fields: TargetFields): void {
  const { kinds, tree, text, scopes } = collector
  if (name < 0) return
  const word = nodeText(tree, text, name)
  let scope = scopes.scopeOf(site)
  // A walrus binds outside its comprehension (PEP 572).
  if (fields.kind === 'variable') while (scope > 0 && isComprehension(collector, scope)) scope = scopes.scopeOf(tree.parent[scope])
  while (scope > 0 && collector.outward.has(`${scope}/${word}`)) scope = scopes.scopeOf(tree.parent[scope])
  const binding = createBinding({ ...fields, node: name })
  const known = scopes.declare(scope, word, binding)
  if (kinds.table[tree.type[scope]] === kinds.id.class_definition) declareField(collector, scope, name, fields)
  if (known !== binding) reconcile(known, binding)
}

/** A name declared without a value (`x: int`) takes the first one that comes. `declare` has counted the write. */
function reconcile(known: Binding, binding: Binding): void {
  known.writes -= 1
  if (known.value < 0 && known.writes === binding.writes && binding.value >= 0) {
    known.value = binding.value
    known.path = binding.path
  }
}

function declareField(collector: Collector, classNode: number, name: number, fields: TargetFields): void {
  const { tree, text } = collector
  const known = collector.fields.get(classNode) ?? new Map<string, Binding>()
  collector.fields.set(classNode, known)
  const word = nodeText(tree, text, name)
  const binding = createBinding({ ...fields, node: name })
  const first = known.get(word)
  if (first === undefined) known.set(word, binding)
  else {
    if (first.writes === 0 && binding.value >= 0) first.value = binding.value
    first.writes += binding.writes
  }
}

function isComprehension(collector: Collector, node: number): boolean {
  const { id, table } = collector.kinds
  const kind = table[collector.tree.type[node]]
  return kind === id.list_comprehension || kind === id.set_comprehension || kind === id.dictionary_comprehension || kind === id.generator_expression
}

export function isSelfName(name: string): boolean {
  return name === 'self' || name === 'cls'
}

/** The class whose method holds the node, -1 when there is none. */
export function enclosingClass(collector: Pick<Collector, 'kinds' | 'tree'>, node: number): number {
  const { kinds, tree } = collector
  for (let at = tree.parent[node]; at > 0; at = tree.parent[at]) if (kinds.table[tree.type[at]] === kinds.id.class_definition) return at
  return -1
}

function collectFunction(collector: Collector, node: number): void {
  const { kinds, tree } = collector
  const { id, field, table } = kinds
  if (table[tree.type[node]] === id.function_definition) {
    declareName(collector, tree.parent[node], childByField(tree, node, field.name), { kind: 'function', value: node, writes: 1 })
  }
  const list = childByField(tree, node, field.parameters)
  if (list < 0) return
  for (const [index, parameter] of namedChildren(tree, list).entries()) collectParameter(collector, node, parameter, index)
}

function collectParameter(collector: Collector, owner: number, parameter: number, index: number): void {
  const { kinds, tree, text, scopes } = collector
  const { id, field, table } = kinds
  const named = childByField(tree, parameter, field.name)
  const inner = named >= 0 ? named : table[tree.type[parameter]] === id.identifier ? parameter : firstNamedChild(tree, parameter)
  const name = inner >= 0 && table[tree.type[inner]] !== id.identifier ? firstNamedChild(tree, inner) : inner
  if (name < 0 || table[tree.type[name]] !== id.identifier) return
  const type = childByField(tree, parameter, field.type)
  const fallback = childByField(tree, parameter, field.value)
  scopes.declare(owner, nodeText(tree, text, name), createBinding({ kind: 'parameter', node: name, parameterOf: { node: owner, index }, type, fallback, writes: 1 }))
}

function collectImport(collector: Collector, node: number): void {
  const { kinds, tree, text } = collector
  const { id, field, table } = kinds
  for (const part of namedChildren(tree, node)) {
    if (table[tree.type[part]] === id.aliased_import) {
      const alias = childByField(tree, part, field.alias)
      const name = childByField(tree, part, field.name)
      if (alias >= 0 && name >= 0) declareName(collector, node, alias, { kind: 'import', imported: nodeText(tree, text, name), writes: 1 })
    } else if (table[tree.type[part]] === id.dotted_name) {
      // `import os.path` binds `os`.
      const root = firstNamedChild(tree, part)
      if (root >= 0) declareName(collector, node, root, { kind: 'import', imported: nodeText(tree, text, root), writes: 0 })
    }
  }
}

function collectImportFrom(collector: Collector, node: number): void {
  const { kinds, tree, text } = collector
  const { id, field, table } = kinds
  const moduleNode = childByField(tree, node, field.module_name)
  if (moduleNode < 0) return
  // What comes from a module of the project itself keeps the name it is imported by.
  const module = table[tree.type[moduleNode]] === id.relative_import ? '' : nodeText(tree, text, moduleNode)
  for (const part of namedChildren(tree, node)) {
    if (part === moduleNode) continue
    const aliased = table[tree.type[part]] === id.aliased_import
    const name = aliased ? childByField(tree, part, field.name) : part
    const local = aliased ? childByField(tree, part, field.alias) : firstNamedChild(tree, part)
    if (name < 0 || local < 0 || table[tree.type[name]] !== id.dotted_name) continue
    const member = nodeText(tree, text, name)
    declareName(collector, node, local, { kind: 'import', imported: module === '' || module === 'builtins' ? member : `${module}.${member}`, writes: 1 })
  }
}
