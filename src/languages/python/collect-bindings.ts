import { BOUNDS } from '../../model/bounds.ts'
import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import { type Binding, createBinding } from '../symbols/binding.ts'
import { type CollectTable, COLLECTS, OPENS, tabulateCollectors } from '../symbols/collect-table.ts'
import { createScopeTable, type ScopeTable } from '../symbols/scope-table.ts'
import { collectImport, collectImportFrom } from './collect-imports.ts'
import type { Collector } from './collector.ts'
import { COMPREHENSIONS } from './comprehension-kinds.ts'
import { declareField, declareName, type TargetFields } from './declare-name.ts'
import type { PythonKinds } from './node-kinds.ts'

/** The names of a file, and the fields of its classes. */
export interface CollectedBindings {
  readonly scopes: ScopeTable
  /** By class node, by field name. */
  readonly fields: ReadonlyMap<number, ReadonlyMap<string, Binding>>
  /** Modules all of whose names are imported; those of the project itself are empty. */
  readonly starred: readonly string[]
  /** The class whose method or body holds the node, -1 when there is none. */
  classAt(node: number): number
  /** Whether the value says nothing of what a name stands for: `None`. */
  isNull(value: number): boolean
}

const MAX_LEVELS = BOUNDS.pythonTargetDepth.value

export function bindCollectTable(kinds: PythonKinds): CollectTable<Collector> {
  return tabulateCollectors(
    kinds,
    [
      [collectFunction, 'function_definition', 'lambda'],
      [collectLoop, 'for_statement', 'for_in_clause'],
      [collectClass, 'class_definition'],
      [collectImport, 'import_statement'],
      [collectImportFrom, 'import_from_statement'],
      [collectAssignment, 'assignment'],
      [collectAugmented, 'augmented_assignment'],
      [collectWalrus, 'named_expression'],
      [collectAs, 'as_pattern'],
    ],
    ['module', 'class_definition', 'function_definition', 'lambda', ...COMPREHENSIONS],
  )
}

/** Python has no declarations: what a function assigns to is its own, unless it says `global` or `nonlocal`, wherever. So these come first, then all assignments. */
export function collectBindings(kinds: PythonKinds, { roles, collect }: CollectTable<Collector>, tree: FlatTree, text: string): CollectedBindings {
  const { table, id } = kinds
  const scopes = createScopeTable(tree)
  const isNull = (value: number): boolean => table[tree.type[value]] === id.none
  const collector: Collector = { kinds, tree, text, scopes, fields: new Map(), starred: [], classes: new Map(), outward: new Map(), isNull }
  const later: number[] = []
  const { type, count } = tree
  for (let node = 0; node < count; node++) {
    const role = roles[type[node]]
    scopes.place(node, (role & OPENS) !== 0)
    if ((role & OPENS) !== 0) openScope(collector, node)
    if ((role & COLLECTS) !== 0) later.push(node)
    else if (table[type[node]] === id.global_statement || table[type[node]] === id.nonlocal_statement) noteOutward(collector, node)
  }
  for (const node of later) collect[table[type[node]]]?.(collector, node)
  return {
    scopes,
    fields: collector.fields,
    starred: collector.starred,
    isNull,
    classAt: (node) => collector.classes.get(scopes.scopeOf(node)) ?? -1,
  }
}

function openScope({ kinds, tree, scopes, classes }: Collector, node: number): void {
  const isClass = kinds.table[tree.type[node]] === kinds.id.class_definition
  if (isClass) scopes.hideFromWithin(node)
  const classNode = isClass ? node : node === 0 ? -1 : (classes.get(scopes.scopeOf(tree.parent[node])) ?? -1)
  if (classNode >= 0) classes.set(node, classNode)
}

function noteOutward({ kinds, tree, text, scopes, outward }: Collector, node: number): void {
  const scope = scopes.scopeOf(node)
  const known = outward.get(scope) ?? new Map<string, 'global' | 'nonlocal'>()
  outward.set(scope, known)
  const where = kinds.table[tree.type[node]] === kinds.id.global_statement ? 'global' : 'nonlocal'
  for (const name of namedChildren(tree, node)) known.set(nodeText(tree, text, name), where)
}

function collectClass(collector: Collector, node: number): void {
  const { kinds, tree } = collector
  declareName(collector, tree.parent[node], childByField(tree, node, kinds.field.name), { kind: 'class', value: node, writes: 1 })
}

function collectAssignment(collector: Collector, node: number): void {
  const { kinds, tree } = collector
  const { field } = kinds
  const value = assignedValue(collector, node)
  const annotation = childByField(tree, node, field.type)
  collectTarget(collector, node, childByField(tree, node, field.left), { kind: 'variable', value, type: annotation, writes: value < 0 ? 0 : 1 })
}

/** In `a = b = c` both hold `c`. */
function assignedValue({ kinds, tree }: Collector, node: number): number {
  let value = childByField(tree, node, kinds.field.right)
  while (value >= 0 && kinds.table[tree.type[value]] === kinds.id.assignment) value = childByField(tree, value, kinds.field.right)
  return value
}

function collectAugmented(collector: Collector, node: number): void {
  collectTarget(collector, node, childByField(collector.tree, node, collector.kinds.field.left), { kind: 'variable', writes: 2 })
}

function collectWalrus(collector: Collector, node: number): void {
  const { kinds, tree } = collector
  declareName(collector, node, childByField(tree, node, kinds.field.name), {
    kind: 'variable',
    value: childByField(tree, node, kinds.field.value),
    writes: 1,
  })
}

function collectLoop(collector: Collector, node: number): void {
  collectTarget(collector, node, childByField(collector.tree, node, collector.kinds.field.left), { kind: 'other', writes: 1 })
}

/** `with open(x) as f` binds what is opened; `except E as e` binds something unknown. */
function collectAs(collector: Collector, node: number): void {
  const { kinds, tree } = collector
  const alias = childByField(tree, node, kinds.field.alias)
  const target = alias < 0 ? -1 : firstNamedChild(tree, alias)
  const inWith = kinds.table[tree.type[tree.parent[node]]] === kinds.id.with_item
  collectTarget(collector, node, target, inWith ? { kind: 'variable', value: firstNamedChild(tree, node), writes: 1 } : { kind: 'other', writes: 1 })
}

function collectTarget(collector: Collector, site: number, target: number, fields: TargetFields, level = 0): void {
  const { kinds, tree, text } = collector
  const { id, field, table } = kinds
  if (target < 0 || level > MAX_LEVELS) return
  switch (table[tree.type[target]]) {
    case id.identifier:
      declareName(collector, site, target, fields)
      return
    case id.attribute: {
      const object = childByField(tree, target, field.object)
      const attribute = childByField(tree, target, field.attribute)
      if (object < 0 || attribute < 0 || !isSelfName(nodeText(tree, text, object))) return
      const classNode = collector.classes.get(collector.scopes.scopeOf(target)) ?? -1
      if (classNode >= 0) declareField(collector, classNode, attribute, fields)
      return
    }
    case id.pattern_list:
    case id.tuple_pattern:
    case id.list_pattern:
      for (const [index, part] of namedChildren(tree, target).entries()) {
        const spread = table[tree.type[part]] === id.list_splat_pattern
        collectTarget(collector, site, part, { ...fields, path: [...(fields.path ?? []), spread ? '?' : String(index)], rest: spread }, level + 1)
      }
      return
    case id.list_splat_pattern:
      collectTarget(collector, site, firstNamedChild(tree, target), fields, level + 1)
      return
    default:
  }
}

/** Whether a first parameter of this name is the instance or its class. */
export function isSelfName(name: string): boolean {
  return name === 'self' || name === 'cls'
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

function collectParameter({ kinds, tree, text, scopes, isNull }: Collector, owner: number, parameter: number, index: number): void {
  const { id, field, table } = kinds
  const named = childByField(tree, parameter, field.name)
  const inner = named >= 0 ? named : table[tree.type[parameter]] === id.identifier ? parameter : firstNamedChild(tree, parameter)
  const name = inner >= 0 && table[tree.type[inner]] !== id.identifier ? firstNamedChild(tree, inner) : inner
  if (name < 0 || table[tree.type[name]] !== id.identifier) return
  const rest = name !== parameter && table[tree.type[tree.parent[name]]] !== id.typed_parameter && named < 0
  const type = rest ? -1 : childByField(tree, parameter, field.type)
  const fallback = childByField(tree, parameter, field.value)
  scopes.declare(
    owner,
    nodeText(tree, text, name),
    createBinding({ kind: 'parameter', node: name, parameterOf: { node: owner, index }, type, fallback, writes: 1 }, isNull),
  )
}
