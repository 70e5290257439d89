import type { CallSite } from '../../../model/language.ts'
import type { Validation } from '../../../model/call-models.ts'
import { calledMethod } from '../../lowering/called-method.ts'
import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { load, storeField } from '../../lowering/values.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import { propertyValue } from './call-syntax.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { shapeOf } from './lower-schema.ts'
import { applyShape } from './schema-shape.ts'

/**
 * The result of a call that checks data against a schema of this file, according to models: `schema.parse(x)`, `v.parse(schema, x)`,
 * `generateObject({ schema })`. Fields that accept only enumerated strings, numbers and similar are sanitized.
 */
export function lowerValidation(low: JavaScriptLowering, node: number, site: CallSite, validation: Validation, result: number): number {
  if (validation.result !== 'accepted') return result
  const { schema, parts } = schemaOf(low, site, validation)
  const shape = shapeOf(low, schema, 0)
  if (shape === undefined) return result
  if (parts.length === 0) return applyShape(low, node, shape, result)
  return parts.reduce((made, part) => storeField(low, made, part, applyShape(low, node, shape, load(low, made, part, node)), node), result)
}

/** The expression of the schema, and the properties of the result with the accepted data. */
function schemaOf(
  low: JavaScriptLowering,
  site: CallSite,
  { schema, parts }: Validation,
): { readonly schema: number; readonly parts: readonly string[] } {
  if (schema === undefined) return { schema: calledMethod(low, site).object, parts }
  const given = schema.at.kind === 'argument' ? (site.arguments[schema.at.first]?.node ?? -1) : -1
  const property = schema.parts[0]
  if (given < 0) return { schema: -1, parts }
  if (property?.kind === 'property') return { schema: propertyValue(low, given, property.name), parts }
  const parser = parserOf(low, given)
  return parser.method === ''
    ? { schema: given, parts }
    : { schema: parser.object, parts: low.models.validationOf('', parser.method)?.parts ?? parts }
}

/** The schema of `schema.parse`, or of a function that only calls it: `(body) => schema.parse(body)`. */
function parserOf(low: JavaScriptLowering, node: number): { readonly object: number; readonly method: string } {
  const { tree, text, kinds, syntax } = low
  const { id, field } = kinds
  let given = syntax.unwrap(tree, node)
  if (kindOf(low, given) === id.arrow_function) {
    const body = syntax.unwrap(tree, childByField(tree, given, field.body))
    const held = kindOf(low, body) === id.statement_block ? syntax.unwrap(tree, returnedBy(low, body)) : body
    given = held < 0 || kindOf(low, held) !== id.call_expression ? -1 : syntax.unwrap(tree, childByField(tree, held, field.function))
  }
  if (given < 0 || kindOf(low, given) !== id.member_expression) return NO_PARSER
  const method = nodeText(tree, text, childByField(tree, given, field.property))
  return low.models.validationOf('', method) === undefined ? NO_PARSER : { object: childByField(tree, given, field.object), method }
}

const NO_PARSER = { object: -1, method: '' } as const

/** The expression that a block returns in its first statement; -1 for none. */
function returnedBy(low: JavaScriptLowering, block: number): number {
  const only = firstNamedChild(low.tree, block)
  return only >= 0 && kindOf(low, only) === low.kinds.id.return_statement ? firstNamedChild(low.tree, only) : -1
}
