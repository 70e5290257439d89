import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import { type Binding, createBinding } from '../symbols/binding.ts'
import { createScopeTable, type ScopeTable } from '../symbols/scope-table.ts'
import { propertyKey } from './call-sites.ts'
import { moduleMember, moduleName } from './module-name.ts'
import type { NodeKinds } from './node-kinds.ts'
import { stringValue } from './string-value.ts'

/** The names of a file, and the fields of its classes. */
export interface CollectedBindings {
  readonly scopes: ScopeTable
  /** By class node, by field name. */
  readonly fields: ReadonlyMap<number, ReadonlyMap<string, Binding>>
}

interface Collector {
  readonly kinds: NodeKinds
  readonly tree: FlatTree
  readonly text: string
  readonly scopes: ScopeTable
  readonly fields: Map<number, Map<string, Binding>>
}

/** One pass for declarations, one over the assignments it met: an assignment may stand above its declaration. */
export function collectBindings(kinds: NodeKinds, tree: FlatTree, text: string): CollectedBindings {
  const collector: Collector = { kinds, tree, text, scopes: createScopeTable(tree), fields: new Map() }
  const { id, table } = kinds
  const assignments: number[] = []
  for (let node = 0; node < tree.count; node++) {
    const kind = table[tree.type[node]]
    if (kind === 0) continue
    switch (kind) {
      case id.program:
      case id.statement_block:
      case id.for_statement:
      case id.switch_body:
      case id.class_static_block:
        collector.scopes.open(node)
        break
      case id.function_declaration:
      case id.generator_function_declaration:
      case id.function_expression:
      case id.generator_function:
      case id.arrow_function:
      case id.method_definition:
        collectFunction(collector, node, kind)
        break
      case id.class_declaration:
      case id.abstract_class_declaration:
      case id.class:
      case id.enum_declaration:
        collectNamed(collector, node, kind === id.enum_declaration ? 'other' : 'class')
        break
      case id.variable_declarator:
        collectVariable(collector, node)
        break
      case id.import_statement:
        collectImport(collector, node)
        break
      case id.catch_clause:
        collector.scopes.open(node)
        collectPattern(collector, node, childByField(tree, node, kinds.field.parameter), { kind: 'other', writes: 1 })
        break
      case id.for_in_statement:
        collectLoop(collector, node)
        break
      case id.field_definition:
      case id.public_field_definition:
        collectField(collector, node)
        break
      case id.assignment_expression:
      case id.augmented_assignment_expression:
      case id.update_expression:
        assignments.push(node)
        break
      default:
    }
  }
  for (const node of assignments) collectAssignment(collector, node)
  return collector
}

function collectFunction(collector: Collector, node: number, kind: number): void {
  const { kinds, tree, text, scopes } = collector
  const { id, field } = kinds
  const name = childByField(tree, node, field.name)
  if (name >= 0 && kind !== id.method_definition) {
    const declares = kind === id.function_declaration || kind === id.generator_function_declaration
    if (declares) scopes.declare(scopes.scopeOf(tree.parent[node]), nodeText(tree, text, name), createBinding({ kind: 'function', node: name, value: node, writes: 1 }))
  }
  scopes.open(node)
  if (name >= 0 && (kind === id.function_expression || kind === id.generator_function))
    scopes.declare(node, nodeText(tree, text, name), createBinding({ kind: 'function', node: name, value: node, writes: 1 }))
  const single = childByField(tree, node, field.parameter)
  if (single >= 0) collectPattern(collector, node, single, { kind: 'parameter', parameterOf: { node, index: 0 }, writes: 1 })
  const list = childByField(tree, node, field.parameters)
  if (list < 0) return
  let index = 0
  for (const parameter of namedChildren(tree, list)) {
    if (collectParameter(collector, node, parameter, index)) index++
  }
}

/** False when the child is no parameter: a comment, a decorator. */
function collectParameter(collector: Collector, owner: number, parameter: number, index: number): boolean {
  const { kinds, tree } = collector
  const { id, field, table } = kinds
  const kind = table[tree.type[parameter]]
  if (kind === 0) return false
  const parameterOf = { node: owner, index }
  if (kind === id.required_parameter || kind === id.optional_parameter) {
    const annotation = childByField(tree, parameter, field.type)
    const type = annotation < 0 ? -1 : firstNamedChild(tree, annotation)
    const pattern = childByField(tree, parameter, field.pattern)
    collectPattern(collector, owner, pattern, { kind: 'parameter', parameterOf, writes: 1, type, fallback: childByField(tree, parameter, field.value) })
    if (pattern >= 0 && firstNamedChild(tree, parameter) !== pattern) collectParameterProperty(collector, parameter, pattern, type)
    return true
  }
  collectPattern(collector, owner, parameter, { kind: 'parameter', parameterOf, writes: 1 })
  return true
}

/** `constructor(private db: Pool)` declares a field too. */
function collectParameterProperty(collector: Collector, parameter: number, pattern: number, type: number): void {
  const { tree, text } = collector
  const classNode = enclosingClass(collector, parameter)
  if (classNode >= 0) declareField(collector, classNode, nodeText(tree, text, pattern), createBinding({ kind: 'variable', node: pattern, type, writes: 1 }))
}

function collectNamed(collector: Collector, node: number, kind: 'class' | 'other'): void {
  const { kinds, tree, text, scopes } = collector
  const name = childByField(tree, node, kinds.field.name)
  if (name >= 0) scopes.declare(scopes.scopeOf(tree.parent[node]), nodeText(tree, text, name), createBinding({ kind, node: name, value: node, writes: 1 }))
}

function collectVariable(collector: Collector, node: number): void {
  const { kinds, tree, scopes } = collector
  const { field } = kinds
  const value = childByField(tree, node, field.value)
  const annotation = childByField(tree, node, field.type)
  const isVar = tree.parent[node] >= 0 && kinds.names.typeName(tree.type[tree.parent[node]]) === 'variable_declaration'
  const scope = isVar ? functionScope(collector, node) : scopes.scopeOf(node)
  const type = annotation < 0 ? -1 : firstNamedChild(tree, annotation)
  collectPattern(collector, scope, childByField(tree, node, field.name), { kind: 'variable', value, type, writes: value < 0 ? 0 : 1 })
}

/** `var` belongs to the function, not to the block. */
function functionScope(collector: Collector, node: number): number {
  const { kinds, tree } = collector
  const { id, table } = kinds
  let at = tree.parent[node]
  while (at > 0) {
    const kind = table[tree.type[at]]
    if (
      kind === id.function_declaration ||
      kind === id.function_expression ||
      kind === id.arrow_function ||
      kind === id.method_definition ||
      kind === id.generator_function ||
      kind === id.generator_function_declaration ||
      kind === id.class_static_block
    )
      return at
    at = tree.parent[at]
  }
  return 0
}

function collectLoop(collector: Collector, node: number): void {
  const { kinds, tree, scopes } = collector
  scopes.open(node)
  // With `const`, `let` or `var` the loop declares its variable; without, it assigns to one.
  if (childByField(tree, node, kinds.field.kind) >= 0) collectPattern(collector, node, childByField(tree, node, kinds.field.left), { kind: 'other', writes: 1 })
}

function collectImport(collector: Collector, node: number): void {
  const { kinds, tree, text } = collector
  const { id, field, table } = kinds
  const source = childByField(tree, node, field.source)
  const module = source < 0 ? undefined : stringValue(kinds, tree, text, source)
  for (const clause of namedChildren(tree, node)) {
    const kind = table[tree.type[clause]]
    if (kind === id.import_require_clause) {
      const path = childByField(tree, clause, field.source)
      const name = firstNamedChild(tree, clause)
      if (path >= 0 && name >= 0) declareImport(collector, name, stringValue(kinds, tree, text, path), undefined)
    } else if (kind === id.import_clause && module !== undefined) collectImportClause(collector, clause, module)
  }
}

function collectImportClause(collector: Collector, clause: number, module: string): void {
  const { kinds, tree, text } = collector
  const { id, field, table } = kinds
  for (const part of namedChildren(tree, clause)) {
    const kind = table[tree.type[part]]
    if (kind === id.identifier) declareImport(collector, part, module, undefined)
    else if (kind === id.namespace_import) declareImport(collector, firstNamedChild(tree, part), module, undefined)
    else if (kind === id.named_imports) {
      for (const specifier of namedChildren(tree, part)) {
        const name = childByField(tree, specifier, field.name)
        const alias = childByField(tree, specifier, field.alias)
        if (name >= 0) declareImport(collector, alias < 0 ? name : alias, module, propertyKey(kinds, tree, text, name))
      }
    }
  }
}

function declareImport(collector: Collector, local: number, module: string, member: string | undefined): void {
  const { tree, text, scopes } = collector
  if (local < 0) return
  const name = nodeText(tree, text, local)
  scopes.declare(0, name, createBinding({ kind: 'import', node: local, imported: moduleMember(module, member) ?? moduleName(module, name), writes: 1 }))
}

type PatternFields = Partial<Binding> & Pick<Binding, 'kind'>

/** Declares every name of a pattern in the scope. Iterative in breadth, recursive in depth: patterns nest as deep as people write them, capped. */
function collectPattern(collector: Collector, scope: number, pattern: number, fields: PatternFields, depth = 0): void {
  const { kinds, tree, text, scopes } = collector
  const { id, field, table } = kinds
  if (pattern < 0 || depth > 20) return
  const path = fields.path ?? []
  switch (table[tree.type[pattern]]) {
    case id.identifier:
    case id.shorthand_property_identifier_pattern: {
      const name = nodeText(tree, text, pattern)
      const inPattern = table[tree.type[pattern]] === id.shorthand_property_identifier_pattern
      const binding = createBinding({ ...fields, node: pattern, path: inPattern ? [...path, name] : path })
      const known = scopes.declare(scope, name, binding)
      // `let x; var x = 1`: the declaration without a value takes the later one's.
      if (known !== binding && known.value < 0) known.value = binding.value
      return
    }
    case id.assignment_pattern:
      collectPattern(collector, scope, childByField(tree, pattern, field.left), { ...fields, fallback: childByField(tree, pattern, field.right) }, depth + 1)
      return
    case id.object_assignment_pattern:
      collectPattern(collector, scope, childByField(tree, pattern, field.left), { ...fields, fallback: childByField(tree, pattern, field.right) }, depth + 1)
      return
    case id.pair_pattern: {
      const key = childByField(tree, pattern, field.key)
      const name = (key < 0 ? undefined : propertyKey(kinds, tree, text, key)) ?? '?'
      collectPattern(collector, scope, childByField(tree, pattern, field.value), { ...fields, path: [...path, name] }, depth + 1)
      return
    }
    case id.rest_pattern:
      collectPattern(collector, scope, firstNamedChild(tree, pattern), fields, depth + 1)
      return
    case id.object_pattern:
      for (const part of namedChildren(tree, pattern)) collectPattern(collector, scope, part, fields, depth + 1)
      return
    case id.array_pattern:
      for (const [index, part] of namedChildren(tree, pattern).entries()) collectPattern(collector, scope, part, { ...fields, path: [...path, String(index)] }, depth + 1)
      return
    default:
  }
}

function collectField(collector: Collector, node: number): void {
  const { kinds, tree, text } = collector
  const { field } = kinds
  const nameNode = childByField(tree, node, field.name)
  const name = nameNode < 0 ? childByField(tree, node, field.property) : nameNode
  const classNode = enclosingClass(collector, node)
  if (name < 0 || classNode < 0) return
  const value = childByField(tree, node, field.value)
  const annotation = childByField(tree, node, field.type)
  const type = annotation < 0 ? -1 : firstNamedChild(tree, annotation)
  declareField(collector, classNode, nodeText(tree, text, name), createBinding({ kind: 'variable', node: name, value, type, writes: value < 0 ? 0 : 1 }))
}

function declareField(collector: Collector, classNode: number, name: string, binding: Binding): void {
  const fields = collector.fields.get(classNode) ?? new Map<string, Binding>()
  collector.fields.set(classNode, fields)
  const known = fields.get(name)
  if (known === undefined) fields.set(name, binding)
  else assign(known, binding.value)
}

/** The class whose instance `this` is at the node, -1 when there is none. */
export function enclosingClass(collector: Pick<Collector, 'kinds' | 'tree'>, node: number): number {
  const { kinds, tree } = collector
  const { id, table } = kinds
  for (let at = tree.parent[node]; at > 0; at = tree.parent[at]) {
    const kind = table[tree.type[at]]
    if (kind === id.class_declaration || kind === id.class || kind === id.abstract_class_declaration) return at
    if (kind === id.function_declaration || kind === id.function_expression || kind === id.generator_function_declaration) return -1
  }
  return -1
}

function collectAssignment(collector: Collector, node: number): void {
  const { kinds, tree, text, scopes } = collector
  const { id, field, table } = kinds
  const plain = table[tree.type[node]] === id.assignment_expression
  const target = childByField(tree, node, table[tree.type[node]] === id.update_expression ? field.argument : field.left)
  if (target < 0) return
  const value = plain ? childByField(tree, node, field.right) : -1
  const kind = table[tree.type[target]]
  if (kind === id.identifier) {
    const binding = scopes.find(target, nodeText(tree, text, target))
    if (binding !== undefined) assign(binding, value)
  } else if (kind === id.member_expression && table[tree.type[childByField(tree, target, field.object)]] === id.this) {
    const property = childByField(tree, target, field.property)
    const classNode = enclosingClass(collector, node)
    if (property >= 0 && classNode >= 0) declareField(collector, classNode, nodeText(tree, text, property), createBinding({ kind: 'variable', node: property, value, writes: 1 }))
  } else if (kind === id.object_pattern || kind === id.array_pattern) spoilPattern(collector, target)
}

function assign(binding: Binding, value: number): void {
  if (binding.writes === 0 && value >= 0 && binding.kind === 'variable') binding.value = value
  binding.writes += value >= 0 || binding.writes > 0 ? 1 : 2
}

/** `({a} = x)`: a is written once more, by something that is not followed. */
function spoilPattern(collector: Collector, pattern: number): void {
  const { kinds, tree, text, scopes } = collector
  const { id, table } = kinds
  for (let node = pattern; node < tree.next[pattern]; node++) {
    const kind = table[tree.type[node]]
    if (kind !== id.identifier && kind !== id.shorthand_property_identifier_pattern) continue
    const binding = scopes.find(node, nodeText(tree, text, node))
    if (binding !== undefined) binding.writes += 2
  }
}
