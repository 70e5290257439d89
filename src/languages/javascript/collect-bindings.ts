import type { FlatTree } from '../../model/tree.ts'
import type { Binding } from '../symbols/binding.ts'
import { createScopeTable, type ScopeTable } from '../symbols/scope-table.ts'
import { collectAssignment, noteAssignment } from './collect-assignments.ts'
import { collectAlias, collectCatch, collectClass, collectEnum, collectLoop, collectVariable } from './collect-declarations.ts'
import { collectField } from './collect-fields.ts'
import { collectFunctionDeclaration, collectFunctionExpression, collectParameters } from './collect-functions.ts'
import { collectImport } from './collect-imports.ts'
import { collectMethod } from './collect-methods.ts'
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
  collect[id.arrow_function] = collectParameters
  collect[id.method_definition] = collectMethod
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
