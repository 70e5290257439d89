import type { Argument } from '../../../model/language.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { isAnchoredPattern } from '../../lowering/anchored-pattern.ts'
import { load, storePart } from '../../lowering/values.ts'
import { readVariable, writeVariable } from '../../lowering/variables.ts'
import { callAround, propertyAt, propertyOf } from './call-parts.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'
import { applyDescription, type Description, elsewhereOf, isElsewhere } from './lower-described-elsewhere.ts'
import { applyShape, type Shape, shapeOfField } from './apply-shape.ts'
import { HARMLESS_FORMATS, shapeOf } from './lower-schema.ts'
import { chainedShape } from './lower-validator-chains.ts'

/** Words of files in which routes may describe what they get. */
export const DESCRIBES =
  /\.(?:input|inputSchema|schema|tool)\(|[vV]alidat(?:(?![vV]alidat)\w)*\(|celebrate\(|\b(?:schema|validate|parameters|inputSchema)\s*:|[{,]\s*schema\s*[,}]|express-validator/

const PROCEDURES: ReadonlySet<string> = new Set(['query', 'mutation', 'subscription', 'action', 'handler'])
const DESCRIPTIONS: ReadonlySet<string> = new Set(['input', 'inputSchema', 'schema', 'validator', 'inputValidator'])
const INPUTS: ReadonlySet<string> = new Set(['input', 'parsedInput', 'data'])
const VALIDATORS = /^\w*[vV]alidator$/
/** Functions that make a check of a request that runs before its handler. */
const CHECKERS = /valid|celebrate/i
const PART_NAMES = /body|query|params/i
const SCALARS: ReadonlySet<string> = new Set(['integer', 'number', 'boolean'])
/** Parts of a request that routes describe. */
const PARTS: ReadonlySet<string> = new Set(['params', 'query', 'body', 'payload'])
const MAX_STEPS = 8
/** What gives the fields that chains of express-validator have looked at. */
const MATCHED = 'express-validator.matchedData'
/** Of a schema that is about the whole value. */
const WHOLE = { whole: true } as const

/** What is left of `made`, which a request gives at the node, by what the route around it says of the request: `c.req.valid('json')` of Hono, `request.params` of Fastify. */
export function lowerDescribed(low: JavaScriptLowering, node: number, made: number): number {
  const { tree, text, kinds, syntax, symbols } = low
  const kind = kindOf(low, node)
  let shape: Description | undefined
  if (kind === kinds.id.call_expression) {
    const site = syntax.callAt(tree, text, node)
    if (site !== undefined && symbols.nameOf(site.callee) === MATCHED) {
      const left = chainedShape(low, passedBeside(low, node), undefined)
      return left === undefined ? made : applyShape(low, node, left, made)
    }
    if (site === undefined || propertyOf(low, site.callee) !== 'valid') return made
    const first = site.arguments[0]?.node ?? -1
    shape = first < 0 ? undefined : validatedShape(low, node, symbols.constantOf(first))
  } else if (kind === kinds.id.member_expression) {
    const part = propertyOf(low, node)
    if (PARTS.has(part))
      shape =
        schemaShape(low, node, part) ??
        validateShape(low, node, part) ??
        checkedShape(low, node, part) ??
        chainedShape(low, passedBeside(low, node), part)
  }
  return shape === undefined ? made : applyDescription(low, node, shape, made)
}

/** What is left of the input of a procedure whose chain of calls describes it: `.input(schema).query(({ input }) => …)`. */
export function lowerDescribedInput(low: JavaScriptLowering, functionNode: number): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const call = callAround(low, functionNode)
  const list = childByField(tree, functionNode, field.parameters)
  if (call < 0 || list < 0) return
  const shape = chainShape(low, call)
  const parameter = firstNamedChild(tree, list)
  if (shape === undefined || parameter < 0) return
  const isTyped = kindOf(low, parameter) === id.required_parameter
  const pattern = isTyped ? childByField(tree, parameter, field.pattern) : parameter
  if (kindOf(low, pattern) === id.identifier) {
    for (const name of INPUTS) {
      const whole = readVariable(low, pattern, pattern)
      writeVariable(low, pattern, storePart(low, whole, name, applyDescription(low, pattern, shape, load(low, whole, name, pattern)), pattern))
    }
    return
  }
  if (kindOf(low, pattern) !== id.object_pattern) return
  for (const part of namedChildren(tree, pattern)) {
    if (INPUTS.has(nodeText(tree, text, part))) limitVariable(low, part, shape)
    else if (kindOf(low, part) === id.pair_pattern && INPUTS.has(nodeText(tree, text, childByField(tree, part, field.key))))
      limitParts(low, part, shape)
  }
}

/** `({ parsedInput: { sort, kind } }) => …` */
function limitParts(low: JavaScriptLowering, pair: number, shape: Description): void {
  const { tree, text, kinds } = low
  const value = childByField(tree, pair, kinds.field.value)
  if (kindOf(low, value) === kinds.id.identifier) limitVariable(low, value, shape)
  if (kindOf(low, value) !== kinds.id.object_pattern) return
  for (const part of namedChildren(tree, value)) {
    const name = nodeText(tree, text, part)
    const inner = isElsewhere(shape) ? { ...shape, whole: false, part: name } : shapeOfField(shape, name)
    if (inner !== undefined) limitVariable(low, part, inner)
  }
}

function limitVariable(low: JavaScriptLowering, node: number, shape: Description): void {
  writeVariable(low, node, applyDescription(low, node, shape, readVariable(low, node, node)))
}

function chainShape(low: JavaScriptLowering, call: number): Description | undefined {
  const { tree, text, syntax } = low
  let site = syntax.callAt(tree, text, call)
  if (site === undefined || !PROCEDURES.has(propertyOf(low, site.callee))) return undefined
  for (let steps = 0; steps < MAX_STEPS && site !== undefined; steps++) {
    const first = site.arguments[0]?.node ?? -1
    if (first >= 0 && DESCRIPTIONS.has(propertyOf(low, site.callee))) return elsewhereOf(low, first, WHOLE) ?? shapeOf(low, first, 0)
    const callee = syntax.unwrap(tree, site.callee)
    const below = kindOf(low, callee) === low.kinds.id.member_expression ? childByField(tree, callee, low.kinds.field.object) : -1
    site = below < 0 ? undefined : syntax.callAt(tree, text, syntax.unwrap(tree, below))
  }
  return undefined
}

/** `app.post('/', zValidator('json', schema), (c) => … c.req.valid('json'))`. */
function validatedShape(low: JavaScriptLowering, node: number, target: unknown): Description | undefined {
  const { tree, text, syntax, symbols } = low
  for (const { node: passed } of passedBeside(low, node)) {
    const site = syntax.callAt(tree, text, syntax.unwrap(tree, passed))
    if (site === undefined || site.arguments.length < 2 || !VALIDATORS.test(nodeText(tree, text, site.callee))) continue
    if (symbols.constantOf(site.arguments[0].node) !== target) continue
    const schema = site.arguments[1].node
    return elsewhereOf(low, schema, WHOLE) ?? shapeOf(low, schema, 0)
  }
  return undefined
}

/** `app.get('/', { schema: { params: { properties: { … } } } }, (request) => … request.params)`, and beside `handler` of the same object. */
function schemaShape(low: JavaScriptLowering, node: number, part: string): Description | undefined {
  for (const passed of [...passedBeside(low, node).map((each) => each.node), routeAround(low, node)]) {
    const schema = passed < 0 ? -1 : propertyAt(low, passed, 'schema')
    if (schema < 0) continue
    const described = propertyAt(low, schema, part)
    const written = described < 0 && part === 'query' ? propertyAt(low, schema, 'querystring') : described
    return shapeOfJson(low, written, 0) ?? elsewhereOf(low, written, WHOLE) ?? shapeOf(low, written, 0)
  }
  return undefined
}

/** `{ method: 'GET', options: { validate: { params: Joi.object({ … }) } }, handler: (request) => … request.params }` of Hapi. */
function validateShape(low: JavaScriptLowering, node: number, part: string): Description | undefined {
  const route = routeAround(low, node)
  if (route < 0) return undefined
  const options = propertyAt(low, route, 'options')
  const validate = propertyAt(low, options >= 0 ? options : propertyAt(low, route, 'config'), 'validate')
  const schema = propertyAt(low, validate, part)
  return elsewhereOf(low, schema, WHOLE) ?? shapeOf(low, schema, 0)
}

/** The object in which the function around the node is a property or a method, -1 for none. */
function routeAround({ tree, kinds, names }: JavaScriptLowering, node: number): number {
  const home = names.functionOf[node]
  const holder = home > 0 ? tree.parent[home] : -1
  if (holder <= 0) return -1
  const kind = kinds.table[tree.type[holder]]
  return kind === kinds.id.pair ? tree.parent[holder] : kind === kinds.id.object ? holder : -1
}

/** `app.post('/', validate(schema), (req) => … req.body)`, `validate({ query: schema })`, `validateQuery(schema)`, `celebrate({ body: schema })`. */
function checkedShape(low: JavaScriptLowering, node: number, part: string): Description | undefined {
  const { tree, text, syntax, symbols } = low
  for (const { node: passed } of passedBeside(low, node)) {
    const site = syntax.callAt(tree, text, syntax.unwrap(tree, passed))
    const name = site === undefined ? '' : nodeText(tree, text, site.callee)
    if (site === undefined || !CHECKERS.test(name)) continue
    const named =
      PART_NAMES.exec(name)?.[0].toLowerCase() ?? site.arguments.map((each) => symbols.constantOf(each.node)).find((each) => PARTS.has(String(each)))
    for (const { node: given } of site.arguments) {
      const described = propertyAt(low, given, part)
      const isNamed = (named ?? 'body') === part
      const elsewhere = elsewhereOf(low, described, WHOLE) ?? elsewhereOf(low, given, { whole: isNamed, part })
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

/** What JSON Schema leaves of data. */
function shapeOfJson(low: JavaScriptLowering, node: number, depth: number): Shape | undefined {
  if (node < 0 || depth > MAX_STEPS) return undefined
  const { tree, text, symbols, syntax } = low
  const type = propertyAt(low, node, 'type')
  const pattern = propertyAt(low, node, 'pattern')
  if (propertyAt(low, node, 'enum') >= 0 || propertyAt(low, node, 'const') >= 0) return 'harmless'
  if (type >= 0 && SCALARS.has(String(symbols.constantOf(type)))) return 'harmless'
  if (pattern >= 0 && isAnchoredPattern(String(symbols.constantOf(pattern)))) return 'harmless'
  const format = propertyAt(low, node, 'format')
  if (format >= 0 && HARMLESS_FORMATS.has(String(symbols.constantOf(format)))) return 'harmless'
  const properties = propertyAt(low, node, 'properties')
  if (properties < 0) return undefined
  const fields = new Map<string, Shape>()
  for (const { key, value } of syntax.propertiesAt(tree, text, syntax.unwrap(tree, symbols.valueOf(properties))) ?? []) {
    const inner = shapeOfJson(low, value, depth + 1)
    if (inner !== undefined) fields.set(key, inner)
  }
  return { fields }
}

/** Calls that the function is passed to, written there or by its name. */
function callsGiven(low: JavaScriptLowering, functionNode: number): readonly number[] {
  const { tree, kinds } = low
  const { id, field } = kinds
  const call = callAround(low, functionNode)
  if (call >= 0) return [call]
  const holder = kindOf(low, tree.parent[functionNode]) === id.variable_declarator ? tree.parent[functionNode] : functionNode
  const name = childByField(tree, holder, field.name)
  return name < 0 ? [] : (passedNames(low).get(low.names.declarationOf[name]) ?? [])
}

/** Calls by the declaration of a name that is passed to them. */
function passedNames(low: JavaScriptLowering): ReadonlyMap<number, readonly number[]> {
  const { tree, kinds, names } = low
  if (low.passed.size > 0) return low.passed
  low.passed.set(-1, [])
  for (let node = 1; node < tree.count; node++) {
    const declaration = names.declarationOf[node]
    const list = tree.parent[node]
    if (declaration < 0 || kindOf(low, node) !== kinds.id.identifier || kindOf(low, list) !== kinds.id.arguments) continue
    low.passed.set(declaration, [...(low.passed.get(declaration) ?? []), tree.parent[list]])
  }
  return low.passed
}

/** What is passed beside the function around the node, or beside one around that. */
function passedBeside(low: JavaScriptLowering, node: number): readonly Argument[] {
  for (let home = low.names.functionOf[node], steps = 0; home > 0 && steps < 3; home = low.names.functionOf[home], steps++) {
    for (const call of callsGiven(low, home)) {
      const site = low.syntax.callAt(low.tree, low.text, call)
      if (site !== undefined && site.arguments.length > 1) return site.arguments
    }
  }
  return []
}
