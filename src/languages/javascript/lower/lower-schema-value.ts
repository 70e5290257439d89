import { childByField } from '../../../model/tree-access.ts'
import { lowerReturn } from '../../lowering/control-flow.ts'
import { lowerSyntheticFunction } from '../../lowering/lower-synthetic-function.ts'
import { storeField, addValue } from '../../lowering/values.ts'
import { SYNTHETIC_KEY, OP } from '../../../model/program.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { applyShape, isRestrictive, type SchemaShape } from './schema-shape.ts'
import { shapeOf, shapeOfFields } from './lower-schema.ts'

/** Adds the methods of a schema in a module constant as functions of the program, because other files import the schema and call them. */
export function lowerSchemaValue(low: JavaScriptLowering, node: number, library: string, made: number): number {
  const { tree, kinds } = low
  if (!isModuleConstant(low, node) && !isPassedToProgram(low, node)) return made
  const shape = shapeOf(low, node, 0)
  const list = childByField(tree, node, kinds.field.arguments)
  // A helper of the program may receive any schema, also one without constraints.
  if (shape === undefined || list < 0) return made
  const methods = low.models.validationMethods.flatMap((name) => {
    const parts = low.models.validationOf(`${library.slice(0, library.indexOf('.'))}.${name}`, name)?.parts
    return parts === undefined ? [] : [{ name, parts }]
  })
  // Both kinds of method are functions at nodes of their own.
  const whole = lowerSchemaMethod(low, node, shape, [])
  const inPart = methods.find(({ parts }) => parts.length > 0)?.parts
  const part = inPart === undefined ? whole : lowerSchemaMethod(low, list, shape, [...new Set(methods.flatMap(({ parts }) => parts))])
  return methods.reduce((held, { name, parts }) => storeField(low, held, name, parts.length === 0 ? whole : part, node), made)
}

/** Whether the schema is an argument of a call outside the library. */
function isPassedToProgram({ tree, text, kinds, symbols, syntax, models }: JavaScriptLowering, node: number): boolean {
  const list = tree.parent[node]
  const site = list > 0 && kinds.table[tree.type[list]] === kinds.id.arguments ? syntax.callAt(tree, text, tree.parent[list]) : undefined
  return site !== undefined && !models.isSchemaLibrary(symbols.nameOf(site.callee) ?? '')
}

/** Adds a parse function to an object of schemas in a module constant, because other files spread it into their schemas. */
export function lowerSchemaFields(low: JavaScriptLowering, node: number, made: number): number {
  if (low.frame.index !== 0 || !low.importsSchemas || !isModuleConstant(low, node)) return made
  const shape = shapeOfFields(low, node, 0)
  return isRestrictive(shape) ? storeField(low, made, SYNTHETIC_KEY.schema, lowerSchemaMethod(low, node, shape, []), node) : made
}

/** Whether the value is assigned to a module variable, directly or in an object. */
export function isModuleConstant(low: JavaScriptLowering, node: number): boolean {
  const { id } = low.kinds
  let at = low.tree.parent[node]
  while (at > 0 && (kindOf(low, at) === id.pair || kindOf(low, at) === id.object)) at = low.tree.parent[at]
  const kind = at > 0 ? kindOf(low, at) : 0
  return kind === id.variable_declarator || kind === id.assignment_expression || kind === id.export_statement
}

/** A function that returns what the shape accepts of its argument, or an object with it in these properties. */
function lowerSchemaMethod(low: JavaScriptLowering, node: number, shape: SchemaShape, parts: readonly string[]): number {
  return lowerSyntheticFunction(low, node, (given) => {
    const left = applyShape(low, node, shape, given)
    lowerReturn(
      low,
      parts.length === 0 ? left : parts.reduce((held, part) => storeField(low, held, part, left, node), addValue(low, OP.unknown, node)),
    )
  })
}
