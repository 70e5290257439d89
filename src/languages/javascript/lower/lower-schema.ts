import { calledMethod } from '../../lowering/called-method.ts'
import { BOUNDS } from '../../../model/bounds.ts'
import { SYNTHETIC_KEY } from '../../../model/program.ts'
import type { SchemaOptions } from '../../../model/call-models.ts'
import type { SchemaAcceptance } from '../../../model/rule-spec.ts'
import { lastSegment } from '../../../model/symbols.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { isRestrictiveRegex } from './regex-proof.ts'
import type { FieldShapes, SchemaShape } from './schema-shape.ts'
import { factsOn } from './guarded-expressions.ts'
import { isConstantCollection } from './constant-collection.ts'
import { isImported } from './is-imported.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Properties of a schema that contain the schemas of its fields. */
const SHAPE_PROPERTIES: ReadonlySet<string> = new Set(['shape', 'entries', 'fields'])
const MAX_DEPTH = BOUNDS.schemaDepth.value
/** Maximum number of calls of one chain. */
const MAX_STEPS = BOUNDS.schemaChain.value

const TRANSFORM_CALL = /\b(?:rawT|t)ransform(?:Async)?\(/

/** The shape of a schema such as `z.object({ … }).partial()`, read from its last call to its first. Undefined if the schema accepts any string. */
export function shapeOf(low: JavaScriptLowering, node: number, depth: number): SchemaShape | undefined {
  const { tree, text, kinds, symbols, syntax } = low
  if (node < 0 || depth > MAX_DEPTH) return undefined
  const foreign = importedShape(low, node, 'parse')
  if (foreign !== undefined) return foreign
  let at = syntax.unwrap(tree, symbols.valueOf(syntax.unwrap(tree, node)))
  const chain: SchemaChain = { harmless: false, predicate: -1, layers: [] }
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const site = syntax.callAt(tree, text, at)
    if (site === undefined) return undefined
    const called = syntax.unwrap(tree, site.callee)
    const name = symbols.nameOf(called) ?? ''
    const { method } = calledMethod(low, site)
    const written = method === '' && low.models.isSchemaLibrary(name) ? lastSegment(name) : method
    if (written === '') return undefined
    const read = readWord(low, { name, method: written, passed: site.arguments.map((argument) => argument.node), depth }, chain)
    if (read !== undefined) return read === 'unknown' ? undefined : completeShape(chain, read)
    if (method === '') return completeShape(chain, undefined)
    const object = syntax.unwrap(tree, childByField(tree, called, kinds.field.object))
    const base = syntax.unwrap(tree, symbols.valueOf(object))
    const inner = syntax.callAt(tree, text, base)
    // The chain starts at `require('joi')`.
    if (inner === undefined || symbols.nameOf(inner.callee) === 'require') return completeShape(chain, importedShape(low, object, 'parse'))
    at = base
  }
  return undefined
}

/** The state of reading a chain. */
interface SchemaChain {
  harmless: boolean
  /** A predicate function; -1 for none. */
  predicate: number
  /** Shapes that `extend` and `merge` add, the last one first. */
  readonly layers: SchemaShape[]
}

/** A call of a chain. */
interface SchemaCall {
  readonly name: string
  readonly method: string
  readonly passed: readonly number[]
  readonly depth: number
}

/** Reads one call of a chain. Returns the shape if the rest of the chain does not matter, and `unknown` if the shape cannot be determined. */
function readWord(low: JavaScriptLowering, call: SchemaCall, chain: SchemaChain): SchemaShape | 'unknown' | undefined {
  const { name, method, passed, depth } = call
  const options = low.models.schemaOptionsOf(name, method)
  chain.harmless ||= options !== undefined && passed.length > 0 && hasSanitizingOption(low, passed[0], options)
  const word = low.models.schemaWordOf(name, method)
  if (word === undefined) return undefined
  const given = passed[word.at] ?? -1
  if (word.accepts === 'either') return isSanitizingUnion(low, given, depth) ? 'harmless' : 'unknown'
  if (word.accepts === 'steps') return isSanitizingPipe(low, passed, depth) ? 'harmless' : 'unknown'
  if (word.accepts === 'converted') return isConversion(low, given) ? 'harmless' : 'unknown'
  if (word.accepts === 'anything') return 'unknown'
  if (word.accepts === 'or') return shapeOf(low, given, depth + 1) === 'harmless' ? undefined : 'unknown'
  const nested = given < 0 ? undefined : nestedShape(low, word.accepts, call, given)
  if (nested === 'unknown' || nested === undefined || word.accepts !== 'more-fields') {
    if (nested !== undefined) return nested
  } else chain.layers.push(nested)
  if (word.accepts === 'predicate' && chain.predicate < 0) chain.predicate = given
  chain.harmless ||= isHarmlessWord(low, word.accepts, given)
  return undefined
}

/** The shape that the schemas in the arguments give; undefined for words that have none. */
function nestedShape(
  low: JavaScriptLowering,
  accepts: SchemaAcceptance,
  { passed, depth }: SchemaCall,
  given: number,
): SchemaShape | 'unknown' | undefined {
  switch (accepts) {
    case 'inner':
      return shapeOf(low, given, depth + 1) ?? 'unknown'
    case 'elements':
      return passed.every((node) => shapeOf(low, node, depth + 1) === 'harmless') ? 'harmless' : 'unknown'
    case 'fields':
      return shapeOfFields(low, given, depth) ?? 'unknown'
    case 'more-fields':
      return shapeOf(low, given, depth + 1) ?? shapeOfFields(low, given, depth) ?? 'unknown'
    default:
      return undefined
  }
}

/** Whether the word limits the value, whatever the rest of the chain says. */
function isHarmlessWord(low: JavaScriptLowering, accepts: SchemaAcceptance, given: number): boolean {
  switch (accepts) {
    case 'scalars':
      return true
    case 'listed':
      return isFixedEnumeration(low, given)
    case 'matching':
      return isRestrictiveRegex(low, given)
    case 'predicate':
      return isSanitizingPredicate(low, given)
    default:
      return false
  }
}

/** The shape of a chain that starts with this shape. */
function completeShape({ harmless, predicate, layers }: SchemaChain, begun: SchemaShape | undefined): SchemaShape | undefined {
  if (harmless || begun === 'harmless') return 'harmless'
  if (layers.length > 0) {
    const all: readonly SchemaShape[] = [...(begun === undefined ? [] : [begun]), ...layers.toReversed()]
    return {
      // Later fields replace earlier ones.
      fields: new Map(all.flatMap((each) => (isFields(each) ? [...each.fields] : []))),
      bases: all.flatMap((each) => (isFields(each) ? (each.bases ?? []) : [each])),
    }
  }
  return begun ?? (predicate >= 0 ? { predicate } : undefined)
}

function isFields(shape: SchemaShape): shape is FieldShapes {
  return typeof shape === 'object' && 'fields' in shape
}

/** Whether the transformation returns a number or boolean: `.transform(Number)`, `.transform((text) => parseInt(text, 10))`. */
function isConversion(low: JavaScriptLowering, node: number): boolean {
  if (node < 0) return false
  const written = nodeText(low.tree, low.text, low.syntax.unwrap(low.tree, node))
  return /^(?:Number|Boolean|parseFloat)$|^\(?\w{1,60}(?::\s?\w{1,60})?\)?\s?=>\s?(?:Number|Boolean|parseInt|parseFloat|Number\.parse(?:Int|Float))\(\w{1,60}(?:,\s?\d{1,2})?\)$/.test(
    written.slice(0, 300),
  )
}

/** The shape of an object of schemas. */
export function shapeOfFields(low: JavaScriptLowering, node: number, depth: number): FieldShapes | undefined {
  if (node < 0) return undefined
  const foreign = importedShape(low, node, SYNTHETIC_KEY.schema)
  if (foreign !== undefined) return { fields: new Map(), bases: [foreign] }
  const literal = low.syntax.unwrap(low.tree, low.symbols.valueOf(low.syntax.unwrap(low.tree, node)))
  const fields = new Map<string, SchemaShape>()
  for (const { key, value: held } of low.syntax.propertiesAt(low.tree, low.text, literal) ?? [])
    fields.set(key, (held < 0 ? undefined : shapeOf(low, held, depth + 1)) ?? 'open')
  const bases = spreadShapes(low, literal, depth)
  return bases.length === 0 ? { fields } : { fields, bases }
}

/** The shapes of spread properties: `{ ...dateRange, ...page.shape }`. */
function spreadShapes(low: JavaScriptLowering, literal: number, depth: number): readonly SchemaShape[] {
  const { tree, text, kinds, syntax } = low
  if (kindOf(low, literal) !== kinds.id.object || depth > MAX_DEPTH) return []
  return namedChildren(tree, literal).flatMap((child) => {
    const spread = kindOf(low, child) === kinds.id.spread_element ? syntax.unwrap(tree, firstNamedChild(tree, child)) : -1
    if (spread < 0) return []
    const isMember = kindOf(low, spread) === kinds.id.member_expression
    const isShape = isMember && SHAPE_PROPERTIES.has(nodeText(tree, text, childByField(tree, spread, kinds.field.property)))
    return (isShape ? shapeOf(low, childByField(tree, spread, kinds.field.object), depth + 1) : shapeOfFields(low, spread, depth + 1)) ?? []
  })
}

/** The shape of a schema from another file. */
function importedShape(low: JavaScriptLowering, node: number, method: string): SchemaShape | undefined {
  return isImported(low, node) && !low.models.isSchemaLibrary(low.symbols.nameOf(node) ?? '') ? { schema: node, method } : undefined
}

/** Whether all alternatives are sanitized: `z.union([z.literal('asc'), z.literal('desc')])`. */
function isSanitizingUnion(low: JavaScriptLowering, node: number, depth: number): boolean {
  if (node < 0) return false
  const list = low.syntax.unwrap(low.tree, low.symbols.valueOf(low.syntax.unwrap(low.tree, node)))
  if (kindOf(low, list) !== low.kinds.id.array) return false
  const members = namedChildren(low.tree, list)
  return members.length > 0 && members.every((member) => shapeOf(low, member, depth + 1) === 'harmless')
}

function isSanitizingPipe(low: JavaScriptLowering, steps: readonly number[], depth: number): boolean {
  // Steps before a transformation do not constrain its result.
  const changed = steps.findLastIndex((step) => TRANSFORM_CALL.test(nodeText(low.tree, low.text, step)))
  return steps.slice(changed + 1).some((step) => shapeOf(low, step, depth + 1) === 'harmless')
}

/** Whether the predicate restricts the value: `.refine((text) => /^[a-z]+$/.test(text))`, `.refine((text) => LIST.includes(text))`. */
function isSanitizingPredicate(low: JavaScriptLowering, node: number): boolean {
  const { tree, text, kinds, syntax } = low
  const { id, field } = kinds
  const made = node < 0 ? -1 : syntax.unwrap(tree, node)
  const body = made >= 0 && kindOf(low, made) === id.arrow_function ? childByField(tree, made, field.body) : -1
  const asked = body < 0 ? -1 : syntax.unwrap(tree, body)
  const site = asked < 0 ? undefined : syntax.callAt(tree, text, asked)
  const { object, method } = calledMethod(low, site)
  const first = site?.arguments[0]?.node ?? -1
  if (first < 0 || object < 0) return false
  if (!factsOn(low, first).some(({ target }) => 'variable' in target && low.names.functionOf[target.variable] === made)) return false
  return method === 'test' ? isRestrictiveRegex(low, object) : (method === 'includes' || method === 'has') && isConstantCollection(low, object)
}

/** Whether an option restricts the string: `Type.String({ pattern: '^[a-z]+$' })`, `Type.String({ format: 'uuid' })`. */
function hasSanitizingOption(low: JavaScriptLowering, node: number, options: SchemaOptions): boolean {
  return (low.syntax.propertiesAt(low.tree, low.text, node) ?? []).some(({ key, value }) => {
    const accepts = Object.hasOwn(options, key) ? options[key] : undefined
    const known = accepts === undefined || value < 0 ? undefined : low.symbols.constantOf(value)
    if (typeof known !== 'string') return false
    if (accepts === 'format') return SANITIZING_FORMATS.has(known)
    return accepts === 'matching' && low.regexes.isRestrictive({ text: known, syntax: 'javascript', flags: '' }, 'anywhere')
  })
}

/** Formats of JSON Schema (2020-12, 7.3) whose strings are harmless: dates, IP addresses, identifiers. */
export const SANITIZING_FORMATS: ReadonlySet<string> = new Set(['date', 'time', 'date-time', 'duration', 'uuid', 'ipv4', 'ipv6'])

/** A list of values may refer to another field: `Joi.valid(Joi.ref('a'))`. */
function isFixedEnumeration(low: JavaScriptLowering, node: number): boolean {
  return node >= 0 && !/\bref\(/.test(nodeText(low.tree, low.text, node))
}
