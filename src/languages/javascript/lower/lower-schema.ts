import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { load, storePart, value } from '../../lowering/values.ts'
import { isAnchoredPattern } from '../../lowering/anchored-pattern.ts'
import { places } from './checked-places.ts'
import { isFixed } from './fixed-values.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'

/** What a schema leaves of data: nothing that does harm, or that in some fields; undefined when it lets texts through. */
export type Shape = 'harmless' | { readonly fields: ReadonlyMap<string, Shape> }

const HARMLESS: ReadonlySet<string> = new Set(
  'enum nativeEnum literal number int boolean stringbool bigint date uuid uuidv4 guid cuid cuid2 ulid nanoid ip ipv4 ipv6 datetime alphanum hex picklist Integer Number Boolean Literal Enum'.split(
    ' ',
  ),
)
/** Of Joi and Yup: one of these values, unless they name another field. */
const LISTED: ReadonlySet<string> = new Set(['valid', 'equal', 'oneOf'])
const OPEN: ReadonlySet<string> = new Set([
  'or',
  'transform',
  'pipe',
  'catchall',
  'passthrough',
  'preprocess',
  'lazy',
  'any',
  'unknown',
  'custom',
  'refine',
  'when',
  'concat',
  'alternatives',
  'external',
])
const PARSERS: ReadonlySet<string> = new Set(['parse', 'parseAsync', 'safeParse', 'safeParseAsync', 'validate', 'validateAsync', 'validateSync'])
const FIELDS: ReadonlySet<string> = new Set(['object', 'strictObject', 'keys', 'shape', 'Object'])
const MAX_DEPTH = 6

/** Functions around a schema that change nothing of what it lets through but that there may be nothing. */
const WRAPPERS: ReadonlySet<string> = new Set(['optional', 'nullable', 'nullish', 'exactOptional'])
/** Methods that say what the elements of a list are. */
const LISTS: ReadonlySet<string> = new Set(['array', 'Array', 'items', 'of'])
const TRANSFORMS = /\b(?:rawT|t)ransform(?:Async)?\(/

/** Names that schemas of zod, Joi, Yup and Valibot have. */
export const SCHEMA_LIBRARY = /^(?:zod|joi|@hapi\/joi|yup|valibot)\./

/**
 * What `schema.parse(x)` of zod, Joi or Yup, or `v.parse(schema, x)` of Valibot gives: fields that may only be one of some words, numbers and the like are harmless from here
 * on.
 */
export function lowerParsed(low: JavaScriptLowering, node: number, callee: number, written: string, result: number): number {
  if (!PARSERS.has(written)) return result
  const library = low.symbols.nameOf(callee) ?? ''
  const ofFunction = library.startsWith('valibot.')
  const schema = ofFunction
    ? (low.syntax.callAt(low.tree, low.text, node)?.arguments[0]?.node ?? -1)
    : childByField(low.tree, callee, low.kinds.field.object)
  const shape = shapeOf(low, schema, 0)
  if (shape === undefined) return result
  const part = written.startsWith('safe')
    ? ofFunction
      ? 'output'
      : 'data'
    : written === 'validate' && !library.startsWith('yup.')
      ? 'value'
      : undefined
  if (part === undefined) return applyShape(low, node, shape, result)
  return storePart(low, result, part, applyShape(low, node, shape, load(low, result, part, node)), node)
}

/** The value without what the shape does not leave of it. */
export function applyShape(low: JavaScriptLowering, node: number, shape: Shape, held: number): number {
  if (shape === 'harmless') return value(low, OP.unknown, node)
  let made = held
  for (const [key, inner] of shape.fields) {
    const part = inner === 'harmless' ? value(low, OP.unknown, node) : applyShape(low, node, inner, load(low, held, key, node))
    made = storePart(low, made, key, part, node)
  }
  return made
}

/** Reads `z.object({ … }).partial()` from its last call to its first. */
export function shapeOf(low: JavaScriptLowering, node: number, depth: number): Shape | undefined {
  const { tree, text, kinds, symbols, syntax } = low
  if (node < 0 || depth > MAX_DEPTH) return undefined
  let at = syntax.unwrap(tree, symbols.valueOf(syntax.unwrap(tree, node)))
  let harmless = false
  for (let steps = 0; steps < 12; steps++) {
    const site = syntax.callAt(tree, text, at)
    if (site === undefined) return undefined
    const called = syntax.unwrap(tree, site.callee)
    if (kindOf(low, called) !== kinds.id.member_expression) return undefined
    const method = nodeText(tree, text, childByField(tree, called, kinds.field.property))
    const first = site.arguments[0]?.node ?? -1
    if (method === 'union' || method === 'Union') return isUnionOfHarmless(low, first, depth) ? 'harmless' : undefined
    if (WRAPPERS.has(method) && first >= 0) return shapeOf(low, first, depth + 1)
    const passed = site.arguments.map((argument) => argument.node)
    if (LISTS.has(method) && first >= 0) return passed.every((each) => shapeOf(low, each, depth + 1) === 'harmless') ? 'harmless' : undefined
    // `v.pipe(v.string(), v.uuid())`
    if (method === 'pipe' && symbols.nameOf(called)?.startsWith('valibot.') === true)
      return isPipeOfHarmless(low, passed, depth) ? 'harmless' : undefined
    const refined = method === 'refine' && isRefined(low, first)
    if (OPEN.has(method) && !refined) return undefined
    if (FIELDS.has(method) && first >= 0) return shapeOfFields(low, first, depth)
    harmless ||=
      refined ||
      HARMLESS.has(method) ||
      (LISTED.has(method) && isListed(low, first)) ||
      (/^(?:regex|pattern|matches)$/.test(method) && isAnchored(low, first)) ||
      (method === 'String' && hasAnchored(low, first))
    const object = syntax.unwrap(tree, childByField(tree, called, kinds.field.object))
    const base = syntax.unwrap(tree, symbols.valueOf(object))
    const inner = syntax.callAt(tree, text, base)
    // `require('joi')` is where the chain begins.
    if (inner !== undefined && symbols.nameOf(inner.callee) !== 'require') {
      at = base
      continue
    }
    return harmless ? 'harmless' : undefined
  }
  return undefined
}

/** What an object of schemas leaves of data with these fields. */
export function shapeOfFields(low: JavaScriptLowering, node: number, depth: number): Shape | undefined {
  if (node < 0) return undefined
  const literal = low.syntax.unwrap(low.tree, low.symbols.valueOf(low.syntax.unwrap(low.tree, node)))
  const fields = new Map<string, Shape>()
  for (const { key, value: held } of low.syntax.propertiesAt(low.tree, low.text, literal) ?? []) {
    const inner = held < 0 ? undefined : shapeOf(low, held, depth + 1)
    if (inner !== undefined) fields.set(key, inner)
  }
  return { fields }
}

/** `z.union([z.literal('asc'), z.literal('desc')])`: whichever it is, it does no harm. */
function isUnionOfHarmless(low: JavaScriptLowering, node: number, depth: number): boolean {
  if (node < 0) return false
  const list = low.syntax.unwrap(low.tree, low.symbols.valueOf(low.syntax.unwrap(low.tree, node)))
  if (kindOf(low, list) !== low.kinds.id.array) return false
  const members = namedChildren(low.tree, list)
  return members.length > 0 && members.every((member) => shapeOf(low, member, depth + 1) === 'harmless')
}

function isPipeOfHarmless(low: JavaScriptLowering, steps: readonly number[], depth: number): boolean {
  const isChanged = steps.some((step) => TRANSFORMS.test(nodeText(low.tree, low.text, step)))
  return !isChanged && steps.some((step) => shapeOf(low, step, depth + 1) === 'harmless')
}

/** `.refine((text) => /^[a-z]+$/.test(text))`, `.refine((text) => LIST.includes(text))` */
function isRefined(low: JavaScriptLowering, node: number): boolean {
  const { tree, text, kinds, syntax } = low
  const { id, field } = kinds
  const made = node < 0 ? -1 : syntax.unwrap(tree, node)
  const body = made >= 0 && kindOf(low, made) === id.arrow_function ? childByField(tree, made, field.body) : -1
  const asked = body < 0 ? -1 : syntax.unwrap(tree, body)
  const site = asked < 0 ? undefined : syntax.callAt(tree, text, asked)
  const callee = site === undefined ? -1 : syntax.unwrap(tree, site.callee)
  const first = site?.arguments[0]?.node ?? -1
  if (callee < 0 || first < 0 || kindOf(low, callee) !== id.member_expression) return false
  if (!places(low, first).some(({ place }) => 'variable' in place && low.names.functionOf[place.variable] === made)) return false
  const method = nodeText(tree, text, childByField(tree, callee, field.property))
  const object = childByField(tree, callee, field.object)
  return method === 'test' ? isAnchored(low, object) : (method === 'includes' || method === 'has') && isFixed(low, object)
}

function isAnchored(low: JavaScriptLowering, node: number): boolean {
  if (node < 0) return false
  const made = low.symbols.valueOf(node)
  if (kindOf(low, made) !== low.kinds.id.regex) return false
  const pattern = firstNamedChild(low.tree, made)
  return pattern >= 0 && isAnchoredPattern(nodeText(low.tree, low.text, pattern))
}

/** TypeBox: `Type.String({ pattern: '^[a-z]+$' })`, `Type.String({ format: 'uuid' })`. */
function hasAnchored(low: JavaScriptLowering, node: number): boolean {
  const options = node < 0 ? undefined : low.syntax.propertiesAt(low.tree, low.text, node)
  const textOf = (name: string): string | undefined => {
    const option = options?.find(({ key }) => key === name)
    const known = option === undefined || option.value < 0 ? undefined : low.symbols.constantOf(option.value)
    return typeof known === 'string' ? known : undefined
  }
  const pattern = textOf('pattern')
  return (pattern !== undefined && isAnchoredPattern(pattern)) || HARMLESS_FORMATS.has(textOf('format') ?? '')
}

/** Formats of JSON Schema (2020-12, 7.3) whose texts do no harm: dates, addresses of machines, identifiers. */
export const HARMLESS_FORMATS: ReadonlySet<string> = new Set(['date', 'time', 'date-time', 'duration', 'uuid', 'ipv4', 'ipv6'])

function isListed(low: JavaScriptLowering, node: number): boolean {
  return node >= 0 && !/\bref\(/.test(nodeText(low.tree, low.text, node))
}
