import { calledMethod } from '../../lowering/called-method.ts'
import { BOUNDS } from '../../../model/bounds.ts'
import { SYNTHETIC_KEY } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { load, storeField } from '../../lowering/values.ts'
import { isRestrictiveRegex } from './regex-proof.ts'
import { applyShape, type FieldShapes, type SchemaShape } from './schema-shape.ts'
import { factsOn } from './guarded-expressions.ts'
import { isConstantCollection } from './constant-collection.ts'
import { isImported } from './is-imported.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

const SANITIZING_TYPES: ReadonlySet<string> = new Set(
  'enum nativeEnum literal number int int32 uint32 int64 uint64 float32 float64 boolean stringbool bigint date isoDate keyof uuid uuidv4 guid cuid cuid2 ulid nanoid ip ipv4 ipv6 datetime alphanum hex picklist Integer Number Boolean Literal Enum'.split(
    ' ',
  ),
)
/** Methods of Joi and Yup that list the accepted values, unless they refer to another field. */
const ENUMERATING_METHODS: ReadonlySet<string> = new Set(['valid', 'equal', 'oneOf'])
const UNCONSTRAINED_METHODS: ReadonlySet<string> = new Set([
  'transform',
  'catchall',
  'passthrough',
  'lazy',
  'any',
  'unknown',
  'custom',
  'when',
  'concat',
  'alternatives',
  'external',
])
const PARSE_METHODS: ReadonlySet<string> = new Set([
  'parse',
  'parseAsync',
  'safeParse',
  'safeParseAsync',
  'validate',
  'validateAsync',
  'validateSync',
])
const OBJECT_METHODS: ReadonlySet<string> = new Set(['object', 'strictObject', 'keys', 'shape', 'Object'])
/** Methods that add fields, or the fields of another schema. */
const EXTENSION_METHODS: ReadonlySet<string> = new Set(['extend', 'safeExtend', 'augment', 'merge', 'append'])
/** Properties of a schema that contain the schemas of its fields. */
const SHAPE_PROPERTIES: ReadonlySet<string> = new Set(['shape', 'entries', 'fields'])
const MAX_DEPTH = BOUNDS.schemaDepth.value
/** Maximum number of calls of one chain. */
const MAX_STEPS = BOUNDS.schemaChain.value

/** Wrappers that also accept a missing value. */
const OPTIONAL_WRAPPERS: ReadonlySet<string> = new Set(['optional', 'nullable', 'nullish', 'exactOptional'])
/** Methods that give the schema of list elements. */
const LIST_METHODS: ReadonlySet<string> = new Set(['array', 'Array', 'items', 'of'])
const TRANSFORM_CALL = /\b(?:rawT|t)ransform(?:Async)?\(/

/** Resolved names of zod, Joi, Yup and Valibot. */
export const SCHEMA_LIBRARY = /^(?:zod|joi|@hapi\/joi|yup|valibot)[/.]/

/** Matches files that import one of these libraries. */
export const IMPORTS_SCHEMAS = /["'](?:zod|joi|@hapi\/joi|yup|valibot)["'/]/

/**
 * The result of `schema.parse(x)` (zod, Joi, Yup) or `v.parse(schema, x)` (Valibot). Fields that accept only enumerated strings, numbers and similar
 * are sanitized.
 */
export function lowerSchemaParse(low: JavaScriptLowering, node: number, callee: number, written: string, result: number): number {
  if (!PARSE_METHODS.has(written)) return result
  const library = low.symbols.nameOf(callee) ?? ''
  const ofFunction = library.startsWith('valibot')
  const schema = ofFunction
    ? (low.syntax.callAt(low.tree, low.text, node)?.arguments[0]?.node ?? -1)
    : childByField(low.tree, callee, low.kinds.field.object)
  const shape = shapeOf(low, schema, 0)
  if (shape === undefined) return result
  const part = written.startsWith('safe')
    ? ofFunction
      ? 'output'
      : 'data'
    : written === 'validate' && !library.startsWith('yup')
      ? 'value'
      : undefined
  if (part === undefined) return applyShape(low, node, shape, result)
  return storeField(low, result, part, applyShape(low, node, shape, load(low, result, part, node)), node)
}

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
    const { method } = calledMethod(low, site)
    if (method === '') return undefined
    const passed = site.arguments.map((argument) => argument.node)
    const isPipe = method === 'pipe' && symbols.nameOf(called)?.startsWith('valibot') === true
    if (isPipe) return isSanitizingPipe(low, passed, depth) ? 'harmless' : undefined
    const read = readMethod(low, { method, passed, depth }, chain)
    if (read !== undefined) return read === 'unknown' ? undefined : completeShape(chain, read)
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

/** Reads one call of a chain. Returns the shape if the rest of the chain does not matter, and `unknown` if the shape cannot be determined. */
function readMethod(
  low: JavaScriptLowering,
  { method, passed, depth }: { readonly method: string; readonly passed: readonly number[]; readonly depth: number },
  chain: SchemaChain,
): SchemaShape | 'unknown' | undefined {
  const first = passed[0] ?? -1
  const isHarmlessSchema = (node: number): boolean => shapeOf(low, node, depth + 1) === 'harmless'
  const known = (shape: SchemaShape | undefined): SchemaShape | 'unknown' => shape ?? 'unknown'
  if (method === 'union' || method === 'Union') return isSanitizingUnion(low, first, depth) ? 'harmless' : 'unknown'
  if (OPTIONAL_WRAPPERS.has(method) && first >= 0) return known(shapeOf(low, first, depth + 1))
  if (LIST_METHODS.has(method) && first >= 0) return passed.every(isHarmlessSchema) ? 'harmless' : 'unknown'
  if (method === 'preprocess') return known(shapeOf(low, passed[1] ?? -1, depth + 1))
  if (method === 'transform' && isConversion(low, first)) return 'harmless'
  if (method === 'pipe' && passed.length === 1) return known(shapeOf(low, first, depth + 1))
  if (method === 'or') return isHarmlessSchema(first) ? undefined : 'unknown'
  if (UNCONSTRAINED_METHODS.has(method)) return 'unknown'
  if (EXTENSION_METHODS.has(method) && first >= 0) {
    const layer = shapeOf(low, first, depth + 1) ?? shapeOfFields(low, first, depth)
    if (layer === undefined) return 'unknown'
    chain.layers.push(layer)
    return undefined
  }
  if (OBJECT_METHODS.has(method) && first >= 0) return known(shapeOfFields(low, first, depth))
  if (method === 'refine' && chain.predicate < 0) chain.predicate = first
  chain.harmless ||=
    (method === 'refine' && isSanitizingPredicate(low, first)) ||
    SANITIZING_TYPES.has(method) ||
    (ENUMERATING_METHODS.has(method) && isFixedEnumeration(low, first)) ||
    (/^(?:regex|pattern|matches)$/.test(method) && isRestrictiveRegex(low, first)) ||
    (method === 'String' && hasSanitizingOption(low, first))
  return undefined
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
  return isImported(low, node) && !SCHEMA_LIBRARY.test(`${low.symbols.nameOf(node) ?? ''}.`) ? { schema: node, method } : undefined
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

/** Whether a TypeBox option restricts the string: `Type.String({ pattern: '^[a-z]+$' })`, `Type.String({ format: 'uuid' })`. */
function hasSanitizingOption(low: JavaScriptLowering, node: number): boolean {
  const options = node < 0 ? undefined : low.syntax.propertiesAt(low.tree, low.text, node)
  const textOf = (name: string): string | undefined => {
    const option = options?.find(({ key }) => key === name)
    const known = option === undefined || option.value < 0 ? undefined : low.symbols.constantOf(option.value)
    return typeof known === 'string' ? known : undefined
  }
  const pattern = textOf('pattern')
  return (
    (pattern !== undefined && low.regexes.isRestrictive({ text: pattern, syntax: 'javascript', flags: '' }, 'anywhere')) ||
    SANITIZING_FORMATS.has(textOf('format') ?? '')
  )
}

/** Formats of JSON Schema (2020-12, 7.3) whose strings are harmless: dates, IP addresses, identifiers. */
export const SANITIZING_FORMATS: ReadonlySet<string> = new Set(['date', 'time', 'date-time', 'duration', 'uuid', 'ipv4', 'ipv6'])

function isFixedEnumeration(low: JavaScriptLowering, node: number): boolean {
  return node >= 0 && !/\bref\(/.test(nodeText(low.tree, low.text, node))
}
