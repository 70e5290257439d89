import type { Argument, CallSite, Property } from '../../model/language.ts'
import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { NodeKinds } from './node-kinds.ts'
import { stringValue } from './string-value.ts'

/** What is called at `node`; -1 when that is no call. */
export function readCallee({ id, field, table }: NodeKinds, tree: FlatTree, node: number): number {
  const kind = table[tree.type[node]]
  if (kind === id.call_expression) return childByField(tree, node, field.function)
  return kind === id.new_expression ? childByField(tree, node, field.constructor) : -1
}

/** Reads `f(…)`, `new F(…)` and tagged templates. */
export function readCall(kinds: NodeKinds, isComment: ReadonlySet<number>, tree: FlatTree, node: number): CallSite | undefined {
  const { id, field, table } = kinds
  const callee = readCallee(kinds, tree, node)
  if (callee < 0) return undefined
  let read: readonly Argument[] | undefined
  return {
    callee,
    // Most calls are looked at for their callee alone.
    get arguments() {
      const list = read === undefined ? childByField(tree, node, field.arguments) : -1
      read ??= list < 0 ? [] : readArguments(kinds, isComment, tree, list)
      return read
    },
    construct: table[tree.type[node]] === id.new_expression,
  }
}

function readArguments(kinds: NodeKinds, isComment: ReadonlySet<number>, tree: FlatTree, list: number): Argument[] {
  const { id, table } = kinds
  if (table[tree.type[list]] === id.template_string) return [{ kind: 'positional', node: list }]
  return namedChildren(tree, list)
    .filter((child) => !isComment.has(tree.type[child]))
    .map((child) =>
      table[tree.type[child]] === id.spread_element ? { kind: 'spread', node: firstNamedChild(tree, child) } : { kind: 'positional', node: child },
    )
}

/** Reads the entries of an object literal whose keys are written out. */
export function readProperties(kinds: NodeKinds, tree: FlatTree, text: string, node: number): readonly Property[] | undefined {
  const { id, field, table } = kinds
  if (table[tree.type[node]] !== id.object) return undefined
  const properties: Property[] = []
  for (const child of namedChildren(tree, node)) {
    const kind = table[tree.type[child]]
    if (kind === id.shorthand_property_identifier) properties.push({ key: nodeText(tree, text, child), keyNode: child, value: child })
    const keyNode =
      kind === id.pair ? childByField(tree, child, field.key) : kind === id.method_definition ? childByField(tree, child, field.name) : -1
    const key = keyNode < 0 ? undefined : propertyKey(kinds, tree, text, keyNode)
    if (key !== undefined) properties.push({ key, keyNode, value: kind === id.pair ? childByField(tree, child, field.value) : -1 })
  }
  return properties
}

/** `a`, `'a'`, `['a']` and `1` as a key; undefined when it is computed. */
export function propertyKey(kinds: NodeKinds, tree: FlatTree, text: string, node: number): string | undefined {
  const { id, table } = kinds
  const kind = table[tree.type[node]]
  if (kind === id.string) return stringValue(kinds, tree, text, node)
  if (kind === id.computed_property_name) {
    const inner = firstNamedChild(tree, node)
    return inner >= 0 && table[tree.type[inner]] === id.string ? stringValue(kinds, tree, text, inner) : undefined
  }
  return nodeText(tree, text, node)
}
