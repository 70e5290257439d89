import { childByField, firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { load, storeField } from '../../lowering/values.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { applyShape } from './schema-shape.ts'
import { shapeOf } from './lower-schema.ts'

/** Functions of Nuxt that read a request and validate it by their second argument. */
export const VALIDATED_READERS: ReadonlySet<string> = new Set([
  'readValidatedBody',
  'getValidatedQuery',
  'getValidatedRouterParams',
  'useValidatedBody',
  'useValidatedQuery',
])

/** The result of `readValidatedBody(event, schema.parse)`, also with a function that only calls the schema. */
export function lowerValidatedRead(low: JavaScriptLowering, node: number, check: number, result: number): number {
  if (check < 0) return result
  const { tree, kinds } = low
  const { id, field } = kinds
  let given = low.syntax.unwrap(tree, check)
  if (kindOf(low, given) === id.arrow_function) {
    const body = low.syntax.unwrap(tree, childByField(tree, given, field.body))
    const held = kindOf(low, body) === id.statement_block ? low.syntax.unwrap(tree, returned(low, body)) : body
    if (held < 0 || kindOf(low, held) !== id.call_expression) return result
    given = low.syntax.unwrap(tree, childByField(tree, held, field.function))
  }
  const method = kindOf(low, given) === id.member_expression ? nodeText(tree, low.text, childByField(tree, given, field.property)) : ''
  const schema = method === '' ? given : childByField(tree, given, field.object)
  const shape = shapeOf(low, schema, 0)
  if (shape === undefined) return result
  if (!method.startsWith('safe')) return applyShape(low, node, shape, result)
  return storeField(low, result, 'data', applyShape(low, node, shape, load(low, result, 'data', node)), node)
}

/** The expression that a block returns in its first statement; -1 for none. */
function returned(low: JavaScriptLowering, block: number): number {
  const only = firstNamedChild(low.tree, block)
  return only >= 0 && kindOf(low, only) === low.kinds.id.return_statement ? firstNamedChild(low.tree, only) : -1
}
