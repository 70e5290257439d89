import { BOUNDS } from '../../../model/bounds.ts'
import type { Argument } from '../../../model/language.ts'
import { OP } from '../../../model/program.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { schemaGuardIndex } from '../../lowering/refine.ts'
import { phi, load, storeField, addValue } from '../../lowering/values.ts'
import { applyShape, isRestrictive, type SchemaShape } from './schema-shape.ts'
import { isImported } from './is-imported.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { shapeOf } from './lower-schema.ts'
import { propertyName } from './property-name.ts'

/** Properties in which functions usually return parsed data. Used when the result is not destructured. */
const DATA_PROPERTIES = ['data', 'value', 'output', 'body', 'query', 'params', 'input', 'payload', 'result', 'parsed', 'values']
/** Maximum number of properties of one result. */
const MAX_PROPERTIES = BOUNDS.schemaResultProperties.value
const MAX_STEPS = BOUNDS.schemaArgumentSteps.value
/** Names of functions and arguments that may concern schemas. Other calls with imported arguments are unchanged. */
const ABOUT_SCHEMAS = /schema|valid|pars|dto|shape|params|input|body|query/i

/** An argument, or a property of one, that is a schema. */
interface SchemaArgument {
  readonly argument: number
  readonly of: string | undefined
  readonly shape: SchemaShape
}

/**
 * The result of a call that receives a schema: `const { query, error } = await parseRequest(request, schema)`. Properties that the callee returns as
 * the schema parsed them have the shape of the schema. The guard is resolved when the callees are known.
 */
export function lowerSchemaArguments(low: JavaScriptLowering, node: number, passed: readonly Argument[], result: number): number {
  let made = result
  if (passed.length === 0 || (low.importsSchemas && shapeOf(low, node, 0) !== undefined)) return made
  for (const { argument, of: schemaProperty, shape } of passed.flatMap((each, index) => schemasIn(low, node, each.node, index))) {
    const target = assignmentTarget(low, node)
    const isTested = testsOtherField(low, target)
    const left = (held: number, property: string | undefined): number => {
      const check = schemaGuardIndex(low, { node, argument, property, schemaProperty, isOutcomeTested: isTested(property) })
      return phi(low, node, [addValue(low, OP.refine, node, held, check), applyShape(low, node, shape, held)])
    }
    made = left(made, undefined)
    for (const part of fieldsOf(low, target)) made = storeField(low, made, part, left(load(low, made, part, node), part), node)
  }
  return made
}

function schemasIn(low: JavaScriptLowering, call: number, node: number, argument: number): readonly SchemaArgument[] {
  const { tree, text, kinds, syntax } = low
  const { id } = kinds
  const kind = kindOf(low, syntax.unwrap(tree, node))
  if (kind === id.object) {
    const properties = low.importsSchemas || ABOUT_SCHEMAS.test(calleeText(low, call)) ? syntax.propertiesAt(tree, text, node) : undefined
    return (properties ?? []).flatMap(({ key, value: held }) => {
      const shape = held < 0 ? undefined : argumentShape(low, call, held)
      return shape === undefined ? [] : [{ argument, of: key, shape }]
    })
  }
  if (kind !== id.identifier && kind !== id.member_expression && kind !== id.call_expression) return []
  const shape = argumentShape(low, call, node)
  return shape === undefined ? [] : [{ argument, of: undefined, shape }]
}

function argumentShape(low: JavaScriptLowering, call: number, node: number): SchemaShape | undefined {
  if (!low.importsSchemas && !isImported(low, node)) return undefined
  if (isImported(low, node) && !ABOUT_SCHEMAS.test(calleeText(low, call)) && !ABOUT_SCHEMAS.test(nodeText(low.tree, low.text, node))) return undefined
  const shape = shapeOf(low, node, 0)
  return isRestrictive(shape) ? shape : undefined
}

function calleeText(low: JavaScriptLowering, call: number): string {
  return nodeText(low.tree, low.text, childByField(low.tree, call, low.kinds.field.function)).slice(-60)
}

/** The name or pattern that the result is assigned to; -1 for none. */
function assignmentTarget({ tree, kinds }: JavaScriptLowering, node: number): number {
  const { id, field, table } = kinds
  let at = node
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const parent = tree.parent[at]
    const kind = parent > 0 ? table[tree.type[parent]] : 0
    if (kind === id.variable_declarator) return childByField(tree, parent, field.name)
    if (kind !== id.await_expression && kind !== id.parenthesized_expression && kind !== id.as_expression && kind !== id.non_null_expression) break
    at = parent
  }
  return -1
}

function fieldsOf(low: JavaScriptLowering, target: number): readonly string[] {
  if (kindOf(low, target) !== low.kinds.id.object_pattern) return DATA_PROPERTIES
  return patternEntries(low, target)
    .map(({ key }) => key)
    .slice(0, MAX_PROPERTIES)
}

/** Keys of a pattern and the variables that they bind. */
function patternEntries(low: JavaScriptLowering, pattern: number): readonly { readonly key: string; readonly name: number }[] {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  return namedChildren(tree, pattern).flatMap((each) => {
    const kind = kindOf(low, each)
    if (kind === id.shorthand_property_identifier_pattern) return [{ key: nodeText(tree, text, each), name: each }]
    if (kind === id.object_assignment_pattern) {
      const left = childByField(tree, each, field.left)
      return [{ key: nodeText(tree, text, left), name: left }]
    }
    const key = kind === id.pair_pattern ? propertyName(low, childByField(tree, each, field.key)) : undefined
    return key === undefined ? [] : [{ key, name: childByField(tree, each, field.value) }]
  })
}

/** Whether the code tests another property of the result: `if (error) return error()`, `if (!parsed.ok) …`. */
function testsOtherField(low: JavaScriptLowering, target: number): (part: string | undefined) => boolean {
  if (target < 0) return () => false
  const isPattern = kindOf(low, target) === low.kinds.id.object_pattern
  const names = isPattern ? patternEntries(low, target) : [{ key: '', name: target }]
  const asked = new Set(names.filter(({ name }) => isInCondition(low, name)).map(({ key }) => key))
  return (part) => [...asked].some((key) => key !== part)
}

/** Whether the variable occurs in the condition of an if statement or conditional expression. */
function isInCondition(low: JavaScriptLowering, name: number): boolean {
  const { tree, kinds, names } = low
  const { id, field } = kinds
  const declaration = names.declarationOf[name]
  const home = names.functionOf[name]
  const end = home > 0 ? tree.next[home] : tree.count
  for (let node = name + 1; node < end; node++) {
    if (names.declarationOf[node] !== declaration || declaration < 0) continue
    for (let at = node, steps = 0; at > name && steps < MAX_STEPS; at = tree.parent[at], steps++) {
      const kind = kindOf(low, tree.parent[at])
      if ((kind === id.if_statement || kind === id.ternary_expression) && tree.field[at] === field.condition) return true
    }
  }
  return false
}
