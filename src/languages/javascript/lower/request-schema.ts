import { calledMethod } from '../../lowering/called-method.ts'
import { BOUNDS } from '../../../model/bounds.ts'
import { addToGroup } from '../../../model/group-by.ts'
import type { Argument, CallSite } from '../../../model/language.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { load, storeField } from '../../lowering/values.ts'
import { readVariable, writeVariable } from '../../lowering/variables.ts'
import { callWithArgument, propertyValue, calledProperty } from './call-syntax.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { applyRequestSchema, type RequestSchema, importedSchemaOf, isImportedSchema } from './imported-schema.ts'
import { applyShape, type SchemaShape, shapeOfField } from './schema-shape.ts'
import { SANITIZING_FORMATS, shapeOf } from './lower-schema.ts'
import { validatorChainShape } from './validator-chain.ts'

/** Matches files in which routes may declare request schemas. */
export const USES_REQUEST_SCHEMAS =
  /\.(?:input|inputSchema|schema|tool)\(|[vV]alidat(?:(?![vV]alidat)\w)*\(|\b(?:schema|validate|parameters|inputSchema)\s*:|[{,]\s*schema\s*[,}]/

const PROCEDURES: ReadonlySet<string> = new Set(['query', 'mutation', 'subscription', 'action', 'handler'])
const SCHEMA_METHODS: ReadonlySet<string> = new Set(['input', 'inputSchema', 'schema', 'validator', 'inputValidator'])
const INPUT_NAMES: ReadonlySet<string> = new Set(['input', 'parsedInput', 'data'])
const VALIDATORS = /^\w*[vV]alidator$/
/** Names of unknown functions that create validating middleware. */
const VALIDATING_MIDDLEWARE = /valid/i
const REQUEST_PART_NAME = /body|query|params/i
const SCALARS: ReadonlySet<string> = new Set(['integer', 'number', 'boolean'])
/** Parts of a request that routes describe. */
const REQUEST_PARTS: ReadonlySet<string> = new Set(['params', 'query', 'body', 'payload'])
const MAX_STEPS = BOUNDS.requestSchemaSteps.value
/** For a schema that describes the whole value. */
const WHOLE = { whole: true } as const

/**
 * The value `made` that a request returns at the node, constrained by the schema of the route: `c.req.valid('json')` (Hono), `request.params`
 * (Fastify).
 */
export function lowerRequestData(low: JavaScriptLowering, node: number, made: number): number {
  const { tree, text, kinds, syntax, symbols } = low
  const kind = kindOf(low, node)
  let shape: RequestSchema | undefined
  if (kind === kinds.id.call_expression) {
    const site = syntax.callAt(tree, text, node)
    if (site !== undefined && low.models.validationOf(symbols.nameOf(site.callee) ?? '', '')?.result === 'checked-fields') {
      const left = validatorChainShape(low, siblingArguments(low, node), undefined)
      return left === undefined ? made : applyShape(low, node, left, made)
    }
    if (site === undefined || calledProperty(low, site.callee) !== 'valid') return made
    const first = site.arguments[0]?.node ?? -1
    shape = first < 0 ? undefined : validatorSchema(low, node, symbols.constantOf(first))
  } else if (kind === kinds.id.member_expression) {
    const part = calledProperty(low, node)
    if (REQUEST_PARTS.has(part))
      shape =
        routeSchema(low, node, part) ??
        hapiSchema(low, node, part) ??
        middlewareSchema(low, node, part) ??
        validatorChainShape(low, siblingArguments(low, node), part)
  }
  return shape === undefined ? made : applyRequestSchema(low, node, shape, made)
}

/** Constrains the input of a procedure by the schema in its call chain: `.input(schema).query(({ input }) => …)`. */
export function lowerProcedureInput(low: JavaScriptLowering, functionNode: number): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const call = callWithArgument(low, functionNode)
  const list = childByField(tree, functionNode, field.parameters)
  if (call < 0 || list < 0) return
  const shape = procedureSchema(low, call)
  const parameter = firstNamedChild(tree, list)
  if (shape === undefined || parameter < 0) return
  const isTyped = kindOf(low, parameter) === id.required_parameter
  const pattern = isTyped ? childByField(tree, parameter, field.pattern) : parameter
  if (kindOf(low, pattern) === id.identifier) {
    for (const name of INPUT_NAMES) {
      const whole = readVariable(low, pattern, pattern)
      writeVariable(low, pattern, storeField(low, whole, name, applyRequestSchema(low, pattern, shape, load(low, whole, name, pattern)), pattern))
    }
    return
  }
  if (kindOf(low, pattern) !== id.object_pattern) return
  for (const part of namedChildren(tree, pattern)) {
    if (INPUT_NAMES.has(nodeText(tree, text, part))) constrainVariable(low, part, shape)
    else if (kindOf(low, part) === id.pair_pattern && INPUT_NAMES.has(nodeText(tree, text, childByField(tree, part, field.key))))
      constrainFields(low, part, shape)
  }
}

/** The same for a pattern: `({ parsedInput: { sort, kind } }) => …`. */
function constrainFields(low: JavaScriptLowering, pair: number, shape: RequestSchema): void {
  const { tree, text, kinds } = low
  const value = childByField(tree, pair, kinds.field.value)
  if (kindOf(low, value) === kinds.id.identifier) constrainVariable(low, value, shape)
  if (kindOf(low, value) !== kinds.id.object_pattern) return
  for (const part of namedChildren(tree, value)) {
    const name = nodeText(tree, text, part)
    const inner = isImportedSchema(shape) ? { ...shape, whole: false, part: name } : shapeOfField(shape, name)
    if (inner !== undefined) constrainVariable(low, part, inner)
  }
}

function constrainVariable(low: JavaScriptLowering, node: number, shape: RequestSchema): void {
  writeVariable(low, node, applyRequestSchema(low, node, shape, readVariable(low, node, node)))
}

function procedureSchema(low: JavaScriptLowering, call: number): RequestSchema | undefined {
  const { tree, text, syntax } = low
  let site = syntax.callAt(tree, text, call)
  if (site === undefined || !PROCEDURES.has(calledProperty(low, site.callee))) return undefined
  for (let steps = 0; steps < MAX_STEPS && site !== undefined; steps++) {
    const first = site.arguments[0]?.node ?? -1
    if (first >= 0 && SCHEMA_METHODS.has(calledProperty(low, site.callee))) return importedSchemaOf(low, first, WHOLE) ?? shapeOf(low, first, 0)
    const below: number = calledMethod(low, site).object
    site = below < 0 ? undefined : syntax.callAt(tree, text, syntax.unwrap(tree, below))
  }
  return undefined
}

/** The schema of `app.post('/', zValidator('json', schema), (c) => … c.req.valid('json'))`. */
function validatorSchema(low: JavaScriptLowering, node: number, target: unknown): RequestSchema | undefined {
  const { tree, text, syntax, symbols } = low
  for (const { node: passed } of siblingArguments(low, node)) {
    const site = syntax.callAt(tree, text, syntax.unwrap(tree, passed))
    if (site === undefined || site.arguments.length < 2 || !VALIDATORS.test(nodeText(tree, text, site.callee))) continue
    if (symbols.constantOf(site.arguments[0].node) !== target) continue
    const schema = site.arguments[1].node
    return importedSchemaOf(low, schema, WHOLE) ?? shapeOf(low, schema, 0)
  }
  return undefined
}

/**
 * The schema of `app.get('/', { schema: { params: { properties: { … } } } }, (request) => … request.params)`, also next to `handler` in one object.
 */
function routeSchema(low: JavaScriptLowering, node: number, part: string): RequestSchema | undefined {
  for (const passed of [...siblingArguments(low, node).map((each) => each.node), routeAround(low, node)]) {
    const schema = passed < 0 ? -1 : propertyValue(low, passed, 'schema')
    if (schema < 0) continue
    const described = propertyValue(low, schema, part)
    const written = described < 0 && part === 'query' ? propertyValue(low, schema, 'querystring') : described
    return jsonSchemaShape(low, written, 0) ?? importedSchemaOf(low, written, WHOLE) ?? shapeOf(low, written, 0)
  }
  return undefined
}

/** The schema of Hapi's `{ method: 'GET', options: { validate: { params: Joi.object({ … }) } }, handler: (request) => … request.params }`. */
function hapiSchema(low: JavaScriptLowering, node: number, part: string): RequestSchema | undefined {
  const route = routeAround(low, node)
  if (route < 0) return undefined
  const options = propertyValue(low, route, 'options')
  const validate = propertyValue(low, options >= 0 ? options : propertyValue(low, route, 'config'), 'validate')
  const schema = propertyValue(low, validate, part)
  return importedSchemaOf(low, schema, WHOLE) ?? shapeOf(low, schema, 0)
}

/** The object that contains the enclosing function as a property or method; -1 for none. */
function routeAround({ tree, kinds, names }: JavaScriptLowering, node: number): number {
  const home = names.functionOf[node]
  const holder = home > 0 ? tree.parent[home] : -1
  if (holder <= 0) return -1
  const kind = kinds.table[tree.type[holder]]
  return kind === kinds.id.pair ? tree.parent[holder] : kind === kinds.id.object ? holder : -1
}

/**
 * The schema of `app.post('/', validate(schema), (req) => … req.body)`, `validate({ query: schema })`, `validateQuery(schema)` or `celebrate({ body:
 * schema })`.
 */
function middlewareSchema(low: JavaScriptLowering, node: number, part: string): RequestSchema | undefined {
  const { tree, text, syntax, symbols } = low
  for (const { node: passed } of siblingArguments(low, node)) {
    const site = syntax.callAt(tree, text, syntax.unwrap(tree, passed))
    const name = site === undefined ? '' : nodeText(tree, text, site.callee)
    if (site === undefined || !isValidatingMiddleware(low, site)) continue
    const named =
      REQUEST_PART_NAME.exec(name)?.[0].toLowerCase() ??
      site.arguments.map((each) => symbols.constantOf(each.node)).find((each) => REQUEST_PARTS.has(String(each)))
    for (const { node: given } of site.arguments) {
      const described = propertyValue(low, given, part)
      const isNamed = (named ?? 'body') === part
      const elsewhere = importedSchemaOf(low, described, WHOLE) ?? importedSchemaOf(low, given, { whole: isNamed, part })
      if (elsewhere !== undefined) return elsewhere
      const shape = shapeOf(low, described, 0) ?? shapeOf(low, given, 0)
      if (shape === undefined) continue
      const inner = shape === 'harmless' ? undefined : shapeOfField(shape, part)
      if (inner !== undefined) return inner
      if (described >= 0 || isNamed) return shape
    }
  }
  return undefined
}

function isValidatingMiddleware({ tree, text, symbols, models }: JavaScriptLowering, { callee }: CallSite): boolean {
  return VALIDATING_MIDDLEWARE.test(nodeText(tree, text, callee)) || models.validationOf(symbols.nameOf(callee) ?? '', '')?.result === 'middleware'
}

/** The shape of a JSON Schema. */
function jsonSchemaShape(low: JavaScriptLowering, node: number, depth: number): SchemaShape | undefined {
  if (node < 0 || depth > MAX_STEPS) return undefined
  const { tree, text, symbols, syntax } = low
  const type = propertyValue(low, node, 'type')
  const pattern = propertyValue(low, node, 'pattern')
  if (propertyValue(low, node, 'enum') >= 0 || propertyValue(low, node, 'const') >= 0) return 'harmless'
  if (type >= 0 && SCALARS.has(String(symbols.constantOf(type)))) return 'harmless'
  if (pattern >= 0 && low.regexes.isRestrictive({ text: String(symbols.constantOf(pattern)), syntax: 'javascript', flags: '' }, 'anywhere'))
    return 'harmless'
  const format = propertyValue(low, node, 'format')
  if (format >= 0 && SANITIZING_FORMATS.has(String(symbols.constantOf(format)))) return 'harmless'
  const properties = propertyValue(low, node, 'properties')
  if (properties < 0) return undefined
  const fields = new Map<string, SchemaShape>()
  for (const { key, value } of syntax.propertiesAt(tree, text, syntax.unwrap(tree, symbols.valueOf(properties))) ?? []) {
    const inner = jsonSchemaShape(low, value, depth + 1)
    if (inner !== undefined) fields.set(key, inner)
  }
  return { fields }
}

/** Calls that receive the function as an argument, directly or by name. */
function callsWithFunction(low: JavaScriptLowering, functionNode: number): readonly number[] {
  const { tree, kinds } = low
  const { id, field } = kinds
  const call = callWithArgument(low, functionNode)
  if (call >= 0) return [call]
  const holder = kindOf(low, tree.parent[functionNode]) === id.variable_declarator ? tree.parent[functionNode] : functionNode
  const name = childByField(tree, holder, field.name)
  return name < 0 ? [] : (callsByArgument(low).get(low.names.declarationOf[name]) ?? [])
}

/** Calls by the declaration of a name that is an argument. */
function callsByArgument(low: JavaScriptLowering): ReadonlyMap<number, readonly number[]> {
  const { tree, kinds, names } = low
  if (low.callsByArgument.size > 0) return low.callsByArgument
  low.callsByArgument.set(-1, [])
  for (let node = 1; node < tree.count; node++) {
    const declaration = names.declarationOf[node]
    const list = tree.parent[node]
    if (declaration < 0 || kindOf(low, node) !== kinds.id.identifier || kindOf(low, list) !== kinds.id.arguments) continue
    addToGroup(low.callsByArgument, declaration, tree.parent[list])
  }
  return low.callsByArgument
}

/** The arguments next to the enclosing function, or next to a function around it. */
function siblingArguments(low: JavaScriptLowering, node: number): readonly Argument[] {
  for (let home = low.names.functionOf[node], steps = 0; home > 0 && steps < 3; home = low.names.functionOf[home], steps++) {
    for (const call of callsWithFunction(low, home)) {
      const site = low.syntax.callAt(low.tree, low.text, call)
      if (site !== undefined && site.arguments.length > 1) return site.arguments
    }
  }
  return []
}
