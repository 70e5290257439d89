import { childByField } from '../../../model/tree-access.ts'
import { lowerReturn } from '../../lowering/control-flow.ts'
import { lowerSyntheticFunction } from '../../lowering/lower-synthetic-function.ts'
import { storeField, addValue } from '../../lowering/values.ts'
import { SYNTHETIC_KEY, OP } from '../../../model/program.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { applyShape, isRestrictive, type SchemaShape } from './schema-shape.ts'
import { SCHEMA_LIBRARY, shapeOf, shapeOfFields } from './lower-schema.ts'

/** Methods that return the parsed value. */
const PARSE = ['parse', 'parseAsync', 'validateAsync', 'validateSync']
/** Methods that return an object with the parsed value as a property. */
const SAFE_PARSE = ['safeParse', 'safeParseAsync']

/** Adds the methods of a schema in a module constant as functions of the program, because other files import the schema and call them. */
export function lowerSchemaValue(low: JavaScriptLowering, node: number, library: string, made: number): number {
  const { tree, kinds } = low
  if (!isModuleConstant(low, node) && !isPassedToProgram(low, node)) return made
  const shape = shapeOf(low, node, 0)
  const list = childByField(tree, node, kinds.field.arguments)
  // A helper of the program may receive any schema, also one without constraints.
  if (shape === undefined || list < 0) return made
  const isYup = library.startsWith('yup')
  const whole = lowerSchemaMethod(low, node, shape, undefined)
  const part = lowerSchemaMethod(low, list, shape, library.startsWith('zod') ? 'data' : 'value')
  let held = made
  for (const name of isYup ? [...PARSE, 'validate'] : PARSE) held = storeField(low, held, name, whole, node)
  for (const name of isYup ? [] : [...SAFE_PARSE, 'validate']) held = storeField(low, held, name, part, node)
  return held
}

/** Whether the schema is an argument of a call outside the library. */
function isPassedToProgram({ tree, text, kinds, symbols, syntax }: JavaScriptLowering, node: number): boolean {
  const list = tree.parent[node]
  const site = list > 0 && kinds.table[tree.type[list]] === kinds.id.arguments ? syntax.callAt(tree, text, tree.parent[list]) : undefined
  return site !== undefined && !SCHEMA_LIBRARY.test(symbols.nameOf(site.callee) ?? '')
}

/** Adds a parse function to an object of schemas in a module constant, because other files spread it into their schemas. */
export function lowerSchemaFields(low: JavaScriptLowering, node: number, made: number): number {
  if (low.frame.index !== 0 || !low.importsSchemas || !isModuleConstant(low, node)) return made
  const shape = shapeOfFields(low, node, 0)
  return isRestrictive(shape) ? storeField(low, made, SYNTHETIC_KEY.schema, lowerSchemaMethod(low, node, shape, undefined), node) : made
}

/** Whether the value is assigned to a module variable, directly or in an object. */
export function isModuleConstant(low: JavaScriptLowering, node: number): boolean {
  const { id } = low.kinds
  let at = low.tree.parent[node]
  while (at > 0 && (kindOf(low, at) === id.pair || kindOf(low, at) === id.object)) at = low.tree.parent[at]
  const kind = at > 0 ? kindOf(low, at) : 0
  return kind === id.variable_declarator || kind === id.assignment_expression || kind === id.export_statement
}

function lowerSchemaMethod(low: JavaScriptLowering, node: number, shape: SchemaShape, part: string | undefined): number {
  return lowerSyntheticFunction(low, node, (given) => {
    const left = applyShape(low, node, shape, given)
    lowerReturn(low, part === undefined ? left : storeField(low, addValue(low, OP.unknown, node), part, left, node))
  })
}
