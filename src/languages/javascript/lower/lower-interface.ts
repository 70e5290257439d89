import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { lowerStructuralClass, type TypedField } from '../../lowering/structural-class.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { propertyName } from './property-name.ts'
import { typeOf } from './read-type.ts'

/** Declarations of interfaces and type aliases of a file, by name. */
export function declaredTypes({ tree, text, kinds }: Pick<JavaScriptLowering, 'tree' | 'text' | 'kinds'>): ReadonlyMap<string, number> {
  const { id, field, table } = kinds
  const found = new Map<string, number>()
  for (const statement of namedChildren(tree, 0)) {
    const inner = table[tree.type[statement]] === id.export_statement ? childByField(tree, statement, field.declaration) : statement
    const kind = inner < 0 ? 0 : table[tree.type[inner]]
    if (kind === id.interface_declaration || kind === id.type_alias_declaration)
      found.set(nodeText(tree, text, childByField(tree, inner, field.name)), inner)
  }
  return found
}

/**
 * Lowers `interface Deps { db: Db }` and `type Deps = { db: Db }` to a class that gives the classes of properties; -1 for types without such
 * properties.
 */
export function lowerInterface(low: JavaScriptLowering, node: number): number {
  const { tree, kinds } = low
  const { id, field } = kinds
  const nameNode = childByField(tree, node, field.name)
  if (low.valueAt[nameNode] >= 0 || low.valueAt[node] >= 0) return low.valueAt[nameNode]
  // Recursive types reach this node again.
  low.valueAt[node] = 0
  const body = childByField(tree, node, field.body)
  const made =
    kindOf(low, node) === id.interface_declaration
      ? lowerStructuralClass(low, node, {
          name: nodeText(tree, low.text, nameNode),
          bases: basesOf(low, node),
          fields: body < 0 ? [] : fieldsOf(low, body),
        })
      : typeOf(low, childByField(tree, node, field.value))
  low.valueAt[node] = -1
  low.valueAt[nameNode] = made
  return made
}

function basesOf(low: JavaScriptLowering, node: number): number[] {
  const clause = namedChildren(low.tree, node).find((child) => kindOf(low, child) === low.kinds.id.extends_type_clause)
  return clause === undefined ? [] : typesOf(low, clause)
}

function typesOf(low: JavaScriptLowering, node: number): number[] {
  return namedChildren(low.tree, node)
    .map((each) => typeOf(low, each))
    .filter((each) => each >= 0)
}

/** The class of `{ db: Db; name: string }`; -1 if no property has a class. */
export function lowerObjectType(low: JavaScriptLowering, node: number): number {
  const fields = fieldsOf(low, node)
  return fields.length === 0 ? -1 : lowerStructuralClass(low, node, { name: '', bases: [], fields })
}

/** `Base & { db: Db }` */
export function lowerIntersection(low: JavaScriptLowering, node: number): number {
  const bases = typesOf(low, node)
  return bases.length < 2 ? (bases[0] ?? -1) : lowerStructuralClass(low, node, { name: '', bases, fields: [] })
}

function fieldsOf(low: JavaScriptLowering, body: number): TypedField[] {
  const { tree, kinds } = low
  const { id, field } = kinds
  return namedChildren(tree, body).flatMap((member) => {
    if (kindOf(low, member) !== id.property_signature) return []
    const key = childByField(tree, member, field.name)
    const name = key < 0 ? undefined : propertyName(low, key)
    const type = typeOf(low, childByField(tree, member, field.type))
    return name === undefined || type < 0 ? [] : [{ name, type }]
  })
}
