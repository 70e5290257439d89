import type { FlatTree } from '../../model/tree.ts'
import type { Binding } from '../symbols/binding.ts'
import { type CollectTable, COLLECTS, OPENS, tabulateCollectors } from '../symbols/collect-table.ts'
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

export function bindCollectTable(kinds: NodeKinds): CollectTable<Collector> {
  return tabulateCollectors(
    kinds,
    [
      [collectFunctionDeclaration, 'function_declaration', 'generator_function_declaration'],
      [collectFunctionExpression, 'function_expression', 'generator_function'],
      [collectParameters, 'arrow_function'],
      [collectMethod, 'method_definition'],
      [collectClass, 'class_declaration', 'abstract_class_declaration'],
      [collectField, 'field_definition', 'public_field_definition'],
      [noteAssignment, 'assignment_expression', 'augmented_assignment_expression', 'update_expression'],
      [collectEnum, 'enum_declaration'],
      [collectVariable, 'variable_declarator'],
      [collectImport, 'import_statement'],
      [collectAlias, 'import_alias'],
      [collectCatch, 'catch_clause'],
      [collectLoop, 'for_in_statement'],
    ],
    [
      ...(['program', 'statement_block', 'for_statement', 'for_in_statement', 'switch_body', 'catch_clause', 'class_static_block'] as const),
      ...(['function_declaration', 'generator_function_declaration', 'function_expression', 'generator_function'] as const),
      ...(['arrow_function', 'method_definition', 'class_declaration', 'abstract_class_declaration', 'class'] as const),
    ],
  )
}

/** One pass for declarations, then the assignments it met. */
export function collectBindings(kinds: NodeKinds, { roles, collect }: CollectTable<Collector>, tree: FlatTree, text: string): CollectedBindings {
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
