import type { ObjectKind } from '../../../model/call-models.ts'
import { lastSegment } from '../../../model/symbols.ts'
import { firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** What models say about a base class or decorator: `BaseModel`, `Generic[T]`, `dataclass(frozen=True)`. */
export function kindOfClass(low: PythonLowering, node: number): ObjectKind | undefined {
  const { tree, text, symbols, kinds } = low
  const written = low.syntax.callAt(tree, text, node)?.callee ?? (kindOf(low, node) === kinds.id.subscript ? firstNamedChild(tree, node) : node)
  const name = symbols.nameOf(written) ?? nodeText(tree, text, written)
  return low.models.kindOfResult(name, lastSegment(name))
}
