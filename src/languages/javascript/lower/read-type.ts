import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { lowerContainerType } from '../../lowering/described-class.ts'
import { join } from '../../lowering/values.ts'
import { cellOf, readVariable } from '../../lowering/variables.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'

/** Types of which any part that is taken out is of what they name last. */
const CONTAINERS = /^(?:Array|ReadonlyArray|Set|ReadonlySet|Map|ReadonlyMap|WeakMap|Record|Iterable|Iterator|AsyncIterable|Generator)$/

/** Types that stand for what they hold. */
const WRAPPERS = /^(?:Promise|PromiseLike|Awaited|Readonly|Partial|Required|NonNullable|InstanceType)$/

/** The class that a type names: `Db`, `Promise<Db>`, `Db | undefined`; -1 for any other type. */
export function typeOf(low: JavaScriptLowering, node: number, depth = 0): number {
  if (node < 0 || depth > 6) return -1
  const { tree, text, kinds } = low
  const { id, field } = kinds
  switch (kindOf(low, node)) {
    case id.type_annotation:
    case id.parenthesized_type:
    case id.readonly_type:
      return typeOf(low, firstNamedChild(tree, node), depth + 1)
    case id.type_identifier:
      return readType(low, node)
    case id.generic_type: {
      const name = childByField(tree, node, field.name)
      if (name < 0 || kindOf(low, name) !== id.type_identifier) return -1
      const list = childByField(tree, node, field.type_arguments)
      const written = nodeText(tree, text, name)
      if (CONTAINERS.test(written))
        return lowerContainerType(low, node, typeOf(low, list < 0 ? -1 : (namedChildren(tree, list).at(-1) ?? -1), depth + 1))
      return WRAPPERS.test(written) ? typeOf(low, list < 0 ? -1 : firstNamedChild(tree, list), depth + 1) : readType(low, name)
    }
    case id.array_type:
      return lowerContainerType(low, node, typeOf(low, firstNamedChild(tree, node), depth + 1))
    case id.object_type:
    case id.intersection_type:
      return low.visit.objectType(low, node)
    case id.union_type: {
      for (const part of namedChildren(tree, node)) {
        const found = typeOf(low, part, depth + 1)
        if (found >= 0) return found
      }
      return -1
    }
    default:
      return -1
  }
}

/** The class that a type names, when the file knows the name. It may be declared further down. */
function readType(low: JavaScriptLowering, node: number): number {
  const declaration = low.names.declarationOf[node]
  const declared = low.declaredTypes.get(nodeText(low.tree, low.text, node))
  if (declared !== undefined && (declaration < 0 || declaration === declared)) return low.visit.type(low, declared)
  if (declaration < 0) return -1
  low.captured.add(declaration)
  return join(low, node, [readVariable(low, declaration, node), cellOf(low, declaration)])
}
