import { childByField } from '../../../model/tree-access.ts'
import { lowerReturn } from '../../lowering/control-flow.ts'
import { lowerSyntheticFunction } from '../../lowering/lower-synthetic-function.ts'
import { storeField, addValue } from '../../lowering/values.ts'
import { SYNTHETIC_KEY, OP } from '../../../model/program.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'
import { applyShape, isRestrictive, type SchemaShape } from './schema-shape.ts'
import { SCHEMA_LIBRARY, shapeOf, shapeOfFields } from './lower-schema.ts'

/** Methods that give what the schema leaves. */
const PARSE = ['parse', 'parseAsync', 'validateAsync', 'validateSync']
/** Methods that give it as a part of what they tell. */
const SAFE_PARSE = ['safeParse', 'safeParseAsync']

/** A schema that the module keeps, made by a call of the library, with its methods as functions of the program: other files import it, and call them. */
export function lowerSchemaValue(low: JavaScriptLowering, node: number, library: string, made: number): number {
  const { tree, kinds } = low
  if (!isModuleConstant(low, node) && !isPassedToProgram(low, node)) return made
  const shape = shapeOf(low, node, 0)
  const list = childByField(tree, node, kinds.field.arguments)
  // One that leaves everything is among those that a helper of the program may be passed.
  if (shape === undefined || list < 0) return made
  const isYup = library.startsWith('yup')
  const whole = lowerSchemaMethod(low, node, shape, undefined)
  const part = lowerSchemaMethod(low, list, shape, library.startsWith('zod') ? 'data' : 'value')
  let held = made
  for (const name of isYup ? [...PARSE, 'validate'] : PARSE) held = storeField(low, held, name, whole, node)
  for (const name of isYup ? [] : [...SAFE_PARSE, 'validate']) held = storeField(low, held, name, part, node)
  return held
}

/** Whether the schema is an argument of a call that is none of the library. */
function isPassedToProgram({ tree, text, kinds, symbols, syntax }: JavaScriptLowering, node: number): boolean {
  const list = tree.parent[node]
  const site = list > 0 && kinds.table[tree.type[list]] === kinds.id.arguments ? syntax.callAt(tree, text, tree.parent[list]) : undefined
  return site !== undefined && !SCHEMA_LIBRARY.test(symbols.nameOf(site.callee) ?? '')
}

/** An object of schemas that the module keeps, with a function that gives what they leave: other files spread it into theirs. */
export function lowerSchemaFields(low: JavaScriptLowering, node: number, made: number): number {
  if (low.frame.index !== 0 || !low.importsSchemas || !isModuleConstant(low, node)) return made
  const shape = shapeOfFields(low, node, 0)
  return isRestrictive(shape) ? storeField(low, made, SYNTHETIC_KEY.schema, lowerSchemaMethod(low, node, shape, undefined), node) : made
}

/** Whether the value gets a name of the module, alone or in an object. */
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
