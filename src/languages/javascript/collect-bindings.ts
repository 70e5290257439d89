import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import { type Binding, createBinding, mergeBinding, noteWrite } from '../symbols/binding.ts'
import { createScopeTable, type ScopeTable } from '../symbols/scope-table.ts'
import { collectImport } from './collect-imports.ts'
import { bindPattern, type PatternFields, visitNames } from './collect-pattern.ts'
import type { Collector } from './collector.ts'
import type { NodeKinds } from './node-kinds.ts'

/** The names of a file, and the fields of its classes. */
export interface CollectedBindings {
  readonly scopes: ScopeTable
  /** By class node, by field name. */
  readonly fields: ReadonlyMap<number, ReadonlyMap<string, Binding>>
  /** The class whose instance `this` is at the node, -1 when there is none. */
  classAt(node: number): number
  /** Whether the value says nothing of what a name stands for: `null`, `undefined`. */
  isNull(value: number): boolean
}

export type Collect = (collector: Collector, node: number) => void

/** How the names of each kind of node are collected; most have none. */
export interface CollectTable {
  /** By type id: `OPENS`, and `COLLECTS` when there is an entry in `collect`. */
  readonly roles: Uint8Array
  readonly collect: readonly (Collect | undefined)[]
}

const OPENS = 1
const COLLECTS = 2

export function bindCollectTable({ id, table }: NodeKinds): CollectTable {
  const collect: (Collect | undefined)[] = []
  for (const kind of [id.function_declaration, id.generator_function_declaration]) collect[kind] = collectFunctionDeclaration
  for (const kind of [id.function_expression, id.generator_function]) collect[kind] = collectFunctionExpression
  for (const kind of [id.arrow_function, id.method_definition]) collect[kind] = collectParameters
  for (const kind of [id.class_declaration, id.abstract_class_declaration]) collect[kind] = collectClass
  for (const kind of [id.field_definition, id.public_field_definition]) collect[kind] = collectField
  for (const kind of [id.assignment_expression, id.augmented_assignment_expression, id.update_expression]) collect[kind] = noteAssignment
  collect[id.enum_declaration] = collectEnum
  collect[id.variable_declarator] = collectVariable
  collect[id.import_statement] = collectImport
  collect[id.import_alias] = collectAlias
  collect[id.catch_clause] = collectCatch
  collect[id.for_in_statement] = collectLoop
  const opening = new Set([
    ...[id.program, id.statement_block, id.for_statement, id.for_in_statement, id.switch_body, id.catch_clause, id.class_static_block],
    ...[
      id.function_declaration,
      id.generator_function_declaration,
      id.function_expression,
      id.generator_function,
      id.arrow_function,
      id.method_definition,
    ],
    ...[id.class_declaration, id.abstract_class_declaration, id.class],
  ])
  return { roles: table.map((kind) => (opening.has(kind) ? OPENS : 0) | (collect[kind] === undefined ? 0 : COLLECTS)), collect }
}

/** One pass for declarations, then the assignments it met. */
export function collectBindings(kinds: NodeKinds, { roles, collect }: CollectTable, tree: FlatTree, text: string): CollectedBindings {
  const { table, id } = kinds
  const scopes = createScopeTable(tree)
  const isNull = (value: number): boolean => table[tree.type[value]] === id.null || table[tree.type[value]] === id.undefined
  const collector: Collector = { kinds, tree, text, scopes, fields: new Map(), classes: new Map(), functions: new Map(), assignments: [], isNull }
  const { type, count } = tree
  for (let node = 0; node < count; node++) {
    const role = roles[type[node]]
    scopes.place(node, (role & OPENS) !== 0)
    if (role === 0) continue
    if ((role & OPENS) !== 0) openScope(collector, node)
    if ((role & COLLECTS) !== 0) collect[table[type[node]]]?.(collector, node)
  }
  for (const node of collector.assignments) collectAssignment(collector, node)
  return { scopes, fields: collector.fields, isNull, classAt: (node) => collector.classes.get(scopes.scopeOf(node)) ?? -1 }
}

/** Passes on, from the scope around, what `this` is and where `var` declares. */
function openScope({ kinds, tree, scopes, classes, functions }: Collector, node: number): void {
  const { id, table } = kinds
  const kind = table[tree.type[node]]
  const around = node === 0 ? 0 : scopes.scopeOf(tree.parent[node])
  const isClass = kind === id.class_declaration || kind === id.class || kind === id.abstract_class_declaration
  const ownThis =
    kind === id.function_declaration ||
    kind === id.function_expression ||
    kind === id.generator_function_declaration ||
    kind === id.generator_function
  const inObject = kind === id.method_definition && table[tree.type[tree.parent[node]]] === id.object
  const classNode = isClass ? node : ownThis || inObject ? -1 : (classes.get(around) ?? -1)
  if (classNode >= 0) classes.set(node, classNode)
  const isFunction = node === 0 || ownThis || kind === id.arrow_function || kind === id.method_definition || kind === id.class_static_block
  functions.set(node, isFunction ? node : (functions.get(around) ?? 0))
}

function collectFunctionDeclaration(collector: Collector, node: number): void {
  const { kinds, tree, text, scopes, isNull } = collector
  const name = childByField(tree, node, kinds.field.name)
  const binding = { kind: 'function', node: name, value: node, writes: 1 } as const
  if (name >= 0) scopes.declare(scopes.scopeOf(tree.parent[node]), nodeText(tree, text, name), createBinding(binding, isNull))
  collectParameters(collector, node)
}

/** The name of a function expression is known within it. */
function collectFunctionExpression(collector: Collector, node: number): void {
  const { kinds, tree, text, scopes, isNull } = collector
  const name = childByField(tree, node, kinds.field.name)
  if (name >= 0) scopes.declare(node, nodeText(tree, text, name), createBinding({ kind: 'function', node: name, value: node, writes: 1 }, isNull))
  collectParameters(collector, node)
}

function collectParameters(collector: Collector, node: number): void {
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
    bindPattern(collector, owner, parameter, fields)
    return true
  }
  const type = annotationOf(collector, parameter)
  const pattern = childByField(tree, parameter, field.pattern)
  bindPattern(collector, owner, pattern, { ...fields, type, fallback: childByField(tree, parameter, field.value) })
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

function annotationOf({ kinds, tree }: Collector, node: number): number {
  const annotation = childByField(tree, node, kinds.field.type)
  return annotation < 0 ? -1 : firstNamedChild(tree, annotation)
}

function collectClass({ kinds, tree, text, scopes, isNull }: Collector, node: number): void {
  const name = childByField(tree, node, kinds.field.name)
  if (name >= 0)
    scopes.declare(
      scopes.scopeOf(tree.parent[node]),
      nodeText(tree, text, name),
      createBinding({ kind: 'class', node: name, value: node, writes: 1 }, isNull),
    )
}

/** Its members are constants. */
function collectEnum({ kinds, tree, text, scopes, isNull }: Collector, node: number): void {
  const name = childByField(tree, node, kinds.field.name)
  if (name >= 0)
    scopes.declare(scopes.scopeOf(node), nodeText(tree, text, name), createBinding({ kind: 'variable', node: name, value: node, writes: 1 }, isNull))
}

function collectVariable(collector: Collector, node: number): void {
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
function collectAlias(collector: Collector, node: number): void {
  const [name = -1, value = -1] = namedChildren(collector.tree, node)
  bindPattern(collector, collector.scopes.scopeOf(node), name, { kind: 'variable', value, writes: 1 })
}

function collectCatch(collector: Collector, node: number): void {
  bindPattern(collector, node, childByField(collector.tree, node, collector.kinds.field.parameter), { kind: 'other', writes: 1 })
}

/** With `const`, `let` or `var` the loop declares its variable; without, it assigns to one. */
function collectLoop(collector: Collector, node: number): void {
  const { kinds, tree } = collector
  if (childByField(tree, node, kinds.field.kind) < 0) noteAssignment(collector, node)
  else bindPattern(collector, node, childByField(tree, node, kinds.field.left), { kind: 'other', writes: 1 })
}

function collectField(collector: Collector, node: number): void {
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

function declareField(
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

function noteAssignment({ assignments }: Collector, node: number): void {
  assignments.push(node)
}

function collectAssignment(collector: Collector, node: number): void {
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
