import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { BindingFinder } from '../symbols/changed-roots.ts'
import { readAnnotation } from '../symbols/read-annotation.ts'
import type { NamedType } from '../symbols/named-file.ts'
import { isOwnModule } from './module-name.ts'
import type { NodeKinds } from './node-kinds.ts'
import { stringValue } from './string-value.ts'

/** Types that are, to whoever uses the value, what they are made of. `Promise` is one since `await` is transparent too. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  'Promise',
  'PromiseLike',
  'Readonly',
  'Partial',
  'Required',
  'NonNullable',
  'Awaited',
  'DeepPartial',
])

const PREDEFINED: Readonly<Record<string, string>> = { string: 'string', number: 'number', boolean: 'boolean', object: 'object', bigint: 'number' }
const GLOBAL_TYPES: Readonly<Record<string, string>> = { Array: 'array', ReadonlyArray: 'array', Record: 'object', Function: 'function' }

/** What a type annotation of TypeScript says; undefined when it may be several things, or anything. */
export function readType(kinds: NodeKinds, tree: FlatTree, text: string, annotation: number, bindingOf: BindingFinder): NamedType | undefined {
  return readAnnotation(annotation, (node, inner) => typeAt(kinds, tree, text, node, bindingOf, inner))
}

function typeAt(
  kinds: NodeKinds,
  tree: FlatTree,
  text: string,
  node: number,
  bindingOf: BindingFinder,
  inner: (part: number) => NamedType | undefined,
): NamedType | undefined {
  const { id, field, table } = kinds
  const plain = (name: string | undefined): NamedType | undefined => (name === undefined ? undefined : { name, foreign: false })
  switch (table[tree.type[node]]) {
    case id.predefined_type:
      return plain(PREDEFINED[nodeText(tree, text, node)])
    case id.array_type:
    case id.tuple_type:
      return plain('array')
    case id.object_type:
      return plain('object')
    case id.function_type:
      return plain('function')
    case id.parenthesized_type:
    case id.readonly_type:
      return inner(firstNamedChild(tree, node))
    case id.literal_type:
      return plain(literalType(kinds, tree, firstNamedChild(tree, node)))
    case id.union_type: {
      const members = namedChildren(tree, node).filter((member) => !isNothing(kinds, tree, text, member))
      const [first = -1, ...others] = members
      const type = inner(first)
      return others.every((other) => inner(other)?.name === type?.name) ? type : undefined
    }
    case id.generic_type: {
      const base = childByField(tree, node, field.name)
      const name = base < 0 ? '' : nodeText(tree, text, base)
      if (!TRANSPARENT.has(name)) return inner(base)
      const list = childByField(tree, node, field.type_arguments)
      return list < 0 ? undefined : inner(firstNamedChild(tree, list))
    }
    case id.member_expression:
      return importedType(kinds, tree, text, node)
    case id.type_identifier:
    case id.nested_type_identifier: {
      const [root = '', ...rest] = nodeText(tree, text, node)
        .split('.')
        .map((part) => part.trim())
      const binding = bindingOf(node, root)
      const imported = binding?.imported
      const known = binding === undefined && rest.length === 0 ? GLOBAL_TYPES[root] : undefined
      return known === undefined
        ? { name: [imported ?? root, ...rest].join('.'), foreign: imported !== undefined && binding?.foreign === true }
        : plain(known)
    }
    default:
      return undefined
  }
}

/** `null`, `undefined` and `void` in a union. */
function isNothing({ id, table }: NodeKinds, tree: FlatTree, text: string, node: number): boolean {
  const kind = table[tree.type[node]]
  if (kind === id.predefined_type) return nodeText(tree, text, node) === 'void'
  const literal = kind === id.literal_type ? firstNamedChild(tree, node) : -1
  const value = literal < 0 ? 0 : table[tree.type[literal]]
  return value === id.null || value === id.undefined
}

function literalType({ id, table }: NodeKinds, tree: FlatTree, node: number): string | undefined {
  const kind = node < 0 ? 0 : table[tree.type[node]]
  if (kind === id.string) return 'string'
  if (kind === id.number) return 'number'
  return kind === id.true || kind === id.false ? 'boolean' : kind === id.null ? 'null' : undefined
}

/** `import('pg').Pool`. */
function importedType(kinds: NodeKinds, tree: FlatTree, text: string, node: number): NamedType | undefined {
  const { id, field, table } = kinds
  const object = childByField(tree, node, field.object)
  const property = childByField(tree, node, field.property)
  const list = object < 0 || table[tree.type[object]] !== id.call_expression ? -1 : childByField(tree, object, field.arguments)
  const specifier = list < 0 ? -1 : firstNamedChild(tree, list)
  if (specifier < 0 || property < 0 || table[tree.type[specifier]] !== id.string) return undefined
  const module = stringValue(kinds, tree, text, specifier)
  const name = nodeText(tree, text, property)
  return isOwnModule(module) ? { name, foreign: false } : { name: `${module.replace(/^node:/, '')}.${name}`, foreign: true }
}
