import type { FlatTree } from '../../model/tree.ts'
import { firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { BindingFinder } from '../symbols/changed-roots.ts'
import { readAnnotation } from '../symbols/read-annotation.ts'
import type { NamedType } from '../symbols/named-file.ts'
import type { PythonKinds } from './node-kinds.ts'
import { stringParts } from './string-parts.ts'

/** Types that are, to whoever uses the value, what they are made of. */
const TRANSPARENT: ReadonlySet<string> = new Set(['Optional', 'Annotated', 'Final', 'ClassVar', 'Required', 'NotRequired', 'Awaitable', 'Coroutine'])
const UNIONS: ReadonlySet<string> = new Set(['Union', 'typing.Union'])
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['Any', 'object', 'T'])

const PLAIN: Readonly<Record<string, string>> = {
  ...{ str: 'string', bytes: 'string', int: 'number', float: 'number', bool: 'boolean', None: 'null' },
  ...{
    dict: 'object',
    Dict: 'object',
    Mapping: 'object',
    list: 'array',
    List: 'array',
    tuple: 'array',
    Tuple: 'array',
    set: 'array',
    Set: 'array',
    Sequence: 'array',
    Iterable: 'array',
  },
  ...{ Callable: 'function' },
}

/** What a type annotation of Python says; undefined when it may be several things, or anything. */
export function readType(kinds: PythonKinds, tree: FlatTree, text: string, annotation: number, bindingOf: BindingFinder): NamedType | undefined {
  return readAnnotation(annotation, (node, inner) => typeAt(kinds, tree, text, node, bindingOf, inner))
}

function typeAt(
  kinds: PythonKinds,
  tree: FlatTree,
  text: string,
  node: number,
  bindingOf: BindingFinder,
  inner: (part: number) => NamedType | undefined,
): NamedType | undefined {
  const { id, table } = kinds
  const resolve = (name: string): NamedType | undefined => resolveName(name, node, bindingOf)
  switch (table[tree.type[node]]) {
    case id.type:
    case id.type_parameter:
    case id.parenthesized_expression:
      return inner(firstNamedChild(tree, node))
    case id.identifier:
    case id.attribute:
      return resolve(nodeText(tree, text, node))
    case id.none:
      return { name: 'null', foreign: false }
    case id.string:
      return resolve(withoutNone(stringParts(kinds, tree, text, node).join('')))
    case id.generic_type:
    case id.subscript: {
      const [base = -1, ...rest] = namedChildren(tree, node)
      const name = base < 0 ? '' : nodeText(tree, text, base)
      const parameters = rest.flatMap((part) => (table[tree.type[part]] === id.type_parameter ? namedChildren(tree, part) : [part]))
      if (UNIONS.has(name)) return only(parameters.map(inner))
      return TRANSPARENT.has(name.split('.').at(-1) ?? '') ? inner(parameters[0] ?? -1) : resolve(name)
    }
    case id.binary_operator:
    case id.union_type:
      return only(namedChildren(tree, node).map(inner))
    default:
      return undefined
  }
}

/** The only type among them, None aside. */
function only(types: readonly (NamedType | undefined)[]): NamedType | undefined {
  const known = types.filter((type) => type?.name !== 'null')
  const [first] = known
  return known.every((type) => type?.name === first?.name) ? first : undefined
}

function resolveName(written: string, node: number, bindingOf: BindingFinder): NamedType | undefined {
  const [root = '', ...rest] = written.split('.').map((part) => part.trim())
  if (!/^\w+$/.test(root)) return undefined
  const binding = bindingOf(node, root)
  const name = [binding?.imported ?? root, ...rest].join('.')
  const last =
    name.startsWith('typing.') || name.startsWith('collections.abc.') || (binding === undefined && rest.length === 0)
      ? (name.split('.').at(-1) ?? '')
      : ''
  if (UNKNOWN_TYPES.has(last)) return undefined
  const plain = PLAIN[last]
  return plain === undefined ? { name, foreign: binding?.imported !== undefined && binding.foreign === true } : { name: plain, foreign: false }
}

/** The type of `'User | None'`, as it is written. */
function withoutNone(type: string): string {
  const trimmed = type.trimEnd()
  if (!trimmed.endsWith('None')) return type
  const rest = trimmed.slice(0, -'None'.length).trimEnd()
  return rest.endsWith('|') ? rest.slice(0, -1).trimEnd() : type
}
