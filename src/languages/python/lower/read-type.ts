import { firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { lowerContainerType } from '../../lowering/structural-class.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** The class that an annotation names: `Db`, `"Db"`, `Optional[Db]`, `Db | None`, `Annotated[Db, …]`; -1 for none. */
export function typeOf(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { id } = kinds
  const inner = node >= 0 && kindOf(low, node) === id.type ? firstNamedChild(tree, node) : node
  if (inner < 0) return -1
  const kind = kindOf(low, inner)
  if (kind === id.identifier || kind === id.attribute) return lowerExpression(low, inner)
  if (kind === id.binary_operator || kind === id.union_type) return typeOf(low, firstNamedChild(tree, inner))
  if (kind === id.string) {
    const declaration = low.moduleVariables.get(nodeText(tree, low.text, inner).replace(/^(["'])(.*)\1$/, '$2'))
    return declaration === undefined ? -1 : low.valueAt[declaration]
  }
  if (kind !== id.generic_type && kind !== id.subscript) return -1
  const [name = -1, ...others] = namedChildren(tree, inner)
  const named = others.flatMap((other) => (kindOf(low, other) === id.type_parameter ? namedChildren(tree, other) : [other]))
  const written = name < 0 ? '' : nodeText(tree, low.text, name)
  if (CONTAINER_TYPES.test(written)) return lowerContainerType(low, inner, typeOf(low, named.at(-1) ?? -1))
  return WRAPPER_TYPES.test(written) ? typeOf(low, named[0] ?? -1) : -1
}

/** Types that stand for their type argument. */
const WRAPPER_TYPES = /^(?:typing\.)?(?:Optional|Annotated|Awaitable|Final|ClassVar|type|Type)$/

/** Container types. Their elements are of the last type argument. */
const CONTAINER_TYPES =
  /^(?:typing\.|collections\.(?:abc\.)?)?(?:list|List|dict|Dict|set|Set|frozenset|FrozenSet|Sequence|Iterable|Iterator|AsyncIterator|Mapping|MutableMapping|Collection|deque|defaultdict|OrderedDict)$/
