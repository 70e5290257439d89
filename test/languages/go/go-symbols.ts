import { type Binding, createBinding } from '../../../src/languages/symbols/binding.ts'
import { createScopeTable } from '../../../src/languages/symbols/scope-table.ts'
import type { Symbols } from '../../../src/model/symbols.ts'
import type { FlatTree } from '../../../src/model/tree.ts'
import { childByField, nodeText } from '../../../src/model/tree-access.ts'
import type { GoKinds } from './go-kinds.ts'

/** Resolves the names of a Go file. Each block is a scope. */
export function resolveGo({ table, id, field }: GoKinds, tree: FlatTree, text: string): Symbols {
  const scopes = createScopeTable(tree)
  const imports = new Map<string, string>()
  const kindOf = (node: number): number => table[tree.type[node]]
  const textOf = (node: number): string => nodeText(tree, text, node)
  const variableAt = (node: number): Binding => createBinding({ kind: 'variable', node }, () => false)
  const opening = [id.function_declaration, id.func_literal, id.block, id.if_statement, id.for_statement, id.expression_case, id.default_case]
  /** The node that declares the name at `node`, or -1: `x := 1`, `var x`, a parameter, a function. */
  const declaring = (node: number): number => {
    const parent = tree.parent[node]
    const outer = tree.parent[parent]
    const isLeft = tree.field[parent] === field.left && (kindOf(outer) === id.short_var_declaration || kindOf(outer) === id.range_clause)
    return isLeft ? outer : kindOf(node) === id.identifier && tree.field[node] === field.name ? parent : -1
  }
  for (let node = 0; node < tree.count; node++) {
    scopes.place(node, opening.includes(kindOf(node)))
    const at = kindOf(node) === id.identifier ? declaring(node) : -1
    const scope = at < 0 ? -1 : scopes.scopeOf(kindOf(at) === id.function_declaration ? tree.parent[at] : at)
    if (scope >= 0) scopes.declare(scope, textOf(node), variableAt(node))
    if (kindOf(node) !== id.import_spec) continue
    const path = textOf(childByField(tree, node, field.path)).slice(1, -1)
    imports.set(path.slice(path.lastIndexOf('/') + 1), path)
  }
  const declarationOf = (node: number): number => (kindOf(node) === id.identifier ? (scopes.find(node, textOf(node))?.node ?? -1) : -1)
  const nameOf = (node: number): string | undefined => {
    if (node >= 0 && kindOf(node) === id.identifier) return declarationOf(node) < 0 ? (imports.get(textOf(node)) ?? textOf(node)) : textOf(node)
    const object = node >= 0 && kindOf(node) === id.selector_expression ? nameOf(childByField(tree, node, field.operand)) : undefined
    return object === undefined ? undefined : `${object}.${textOf(childByField(tree, node, field.field))}`
  }
  const constantOf = (node: number): string | number | undefined => {
    if (kindOf(node) === id.int_literal) return Number(textOf(node))
    return kindOf(node) === id.interpreted_string_literal ? textOf(node).slice(1, -1) : undefined
  }
  return {
    nameOf,
    lastNameOf: (node) => nameOf(node)?.split('.').at(-1),
    firstNameOf: (node) => nameOf(node)?.split('.')[0] ?? '',
    isTarget: (node) => declarationOf(node) === node,
    constantOf,
    isConstant: (node) => constantOf(node) !== undefined,
    typeOf: () => undefined,
    valueOf: (node) => node,
    declarationOf,
  }
}
