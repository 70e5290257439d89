import { firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { kindOf, lowerExpression, type PythonLowering } from './python-lowering.ts'

/** The class that an annotation names: `Db`, `"Db"`, `Optional[Db]`, `Db | None`, `Annotated[Db, …]`; -1 for none. */
export function typeOf(low: PythonLowering, node: number): number {
  const { tree, kinds } = low
  const { id } = kinds
  const inner = node >= 0 && kindOf(low, node) === id.type ? firstNamedChild(tree, node) : node
  if (inner < 0) return -1
  const kind = kindOf(low, inner)
  if (kind === id.identifier || kind === id.attribute) return lowerExpression(low, inner)
  if (kind === id.binary_operator || kind === id.union_type) return typeOf(low, firstNamedChild(tree, inner))
  if (kind !== id.generic_type && kind !== id.subscript) return -1
  const [name = -1, first = -1] = namedChildren(tree, inner)
  if (name < 0 || first < 0 || !/^(?:typing\.)?(?:Optional|Annotated|Awaitable|Final|ClassVar|type|Type)$/.test(nodeText(tree, low.text, name)))
    return -1
  return typeOf(low, kindOf(low, first) === id.type_parameter ? firstNamedChild(tree, first) : first)
}
