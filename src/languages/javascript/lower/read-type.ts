import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { OP } from '../../../model/program.ts'
import { lowerContainerType, lowerTypeofType } from '../../lowering/structural-class.ts'
import { phi, load, addValue } from '../../lowering/values.ts'
import { capturedValue, readVariable } from '../../lowering/variables.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Container types. Their elements are of the last type argument. */
const CONTAINER_TYPES = /^(?:Array|ReadonlyArray|Set|ReadonlySet|Map|ReadonlyMap|WeakMap|Record|Iterable|Iterator|AsyncIterable|Generator)$/

/** Types that stand for their type argument. */
const WRAPPER_TYPES = /^(?:Promise|PromiseLike|Awaited|Readonly|Partial|Required|NonNullable|Pick|Omit)$/

/** The class that a type names: `Db`, `Promise<Db>`, `Db | undefined`; -1 for other types. */
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
      if (CONTAINER_TYPES.test(written))
        return lowerContainerType(low, node, typeOf(low, list < 0 ? -1 : (namedChildren(tree, list).at(-1) ?? -1), depth + 1))
      const first = list < 0 ? -1 : firstNamedChild(tree, list)
      const asked = first >= 0 && kindOf(low, first) === id.type_query ? queriedValue(low, first) : -1
      if (asked >= 0 && written === 'InstanceType') return asked
      if (asked >= 0 && written === 'ReturnType') return lowerTypeofType(low, node, lowerReturnType(low, node, asked))
      return WRAPPER_TYPES.test(written) ? typeOf(low, first, depth + 1) : readType(low, name)
    }
    case id.type_query: {
      const asked = queriedValue(low, node)
      return asked < 0 ? -1 : lowerTypeofType(low, node, asked)
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

/** The class of a type name that this file declares or imports. The declaration may follow. */
function readType(low: JavaScriptLowering, node: number): number {
  const declaration = low.names.declarationOf[node]
  const declared = low.declaredTypes.get(nodeText(low.tree, low.text, node))
  if (declared !== undefined && (declaration < 0 || declaration === declared)) return low.visit.type(low, declared)
  return declaration < 0 ? -1 : readDeclared(low, declaration, node)
}

function readDeclared(low: JavaScriptLowering, declaration: number, node: number): number {
  low.captured.add(declaration)
  return phi(low, node, [readVariable(low, declaration, node), capturedValue(low, declaration)])
}

/** The value that `typeof store` or `typeof stores.users` refers to; -1 if this file does not declare it. */
function queriedValue(low: JavaScriptLowering, query: number): number {
  const { tree, text, kinds, names } = low
  const asked = firstNamedChild(tree, query)
  if (asked < 0) return -1
  const isMember = kindOf(low, asked) === kinds.id.member_expression
  const root = isMember ? childByField(tree, asked, kinds.field.object) : asked
  const declaration = root < 0 || kindOf(low, root) !== kinds.id.identifier ? -1 : names.declarationOf[root]
  if (declaration < 0) return -1
  const held = readDeclared(low, declaration, root)
  return isMember ? load(low, held, nodeText(tree, text, childByField(tree, asked, kinds.field.property)), asked) : held
}

/** The result of a call without arguments and without effects, for `ReturnType`. */
function lowerReturnType(low: JavaScriptLowering, node: number, callee: number): number {
  const { tree } = low
  const result = addValue(low, OP.result, node, low.calls.length)
  low.calls.push({
    start: tree.start[node],
    end: tree.end[node],
    result,
    callee,
    receiver: -1,
    receiverPostUpdate: -1,
    name: '',
    spelledName: '',
    constantKey: undefined,
    arguments: [],
    isConstruct: false,
    isTaggedTemplate: false,
    catchTarget: -1,
    owner: low.frame.index,
  })
  return result
}
