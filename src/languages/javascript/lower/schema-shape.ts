import { OP } from '../../../model/program.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { guardIndex } from '../../lowering/refine.ts'
import { load, storeField, addValue } from '../../lowering/values.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** What a schema constrains: everything (`harmless`), nothing (`open`), some fields, or what an imported schema or a predicate says. */
export type SchemaShape = 'harmless' | 'open' | FieldShapes | ImportedShape | PredicateShape

/** Shapes of the fields of an object. Other fields have the shapes of the bases, or else are open. */
export interface FieldShapes {
  readonly fields: ReadonlyMap<string, SchemaShape>
  /** Shapes that the object extends. */
  readonly bases?: readonly SchemaShape[]
}

/** A schema, or an object of schemas, from another file. */
export interface ImportedShape {
  /** The expression that denotes it. */
  readonly schema: number
  /** The method that returns the parsed value. */
  readonly method: string
}

/** A predicate that returns true for accepted values: `.refine((text) => UNITS.includes(text))`. */
export interface PredicateShape {
  readonly predicate: number
}

/** The shape of a field; undefined if it is unknown. */
export function shapeOfField(shape: SchemaShape, name: string): SchemaShape | undefined {
  if (shape === 'harmless') return shape
  return typeof shape === 'object' && 'fields' in shape ? shape.fields.get(name) : undefined
}

/** Whether the shape constrains anything. */
export function isRestrictive(shape: SchemaShape | undefined): shape is Exclude<SchemaShape, 'open'> {
  if (shape === undefined || shape === 'open') return false
  if (shape === 'harmless' || !('fields' in shape)) return true
  return [...shape.fields.values(), ...(shape.bases ?? [])].some(isRestrictive)
}

/** The value after validation by the shape. */
export function applyShape(low: JavaScriptLowering, node: number, shape: SchemaShape, held: number): number {
  if (shape === 'open') return held
  if (shape === 'harmless') return addValue(low, OP.unknown, node)
  if ('schema' in shape) return parseWithSchema(low, shape, held)
  if ('predicate' in shape) return refineByPredicate(low, shape.predicate, held)
  const { fields, bases = [] } = shape
  let made = bases.reduce((left, base) => applyShape(low, node, base, left), held)
  for (const [key, inner] of fields) {
    // An extending object replaces fields of its bases.
    if (inner === 'open' && bases.length === 0) continue
    const part = inner === 'harmless' ? addValue(low, OP.unknown, node) : applyShape(low, node, inner, load(low, held, key, node))
    made = storeField(low, made, key, part, node)
  }
  return made
}

/**
 * The result of the parse method of an imported schema. The call is recorded at the node of the schema. Functions read the schema through a captured
 * value.
 */
export function parseWithSchema(low: JavaScriptLowering, { schema, method }: ImportedShape, held: number): number {
  return callExpressionValue(low, schema, held, method)
}

/** The value, refined by the predicate. */
function refineByPredicate(low: JavaScriptLowering, predicate: number, held: number): number {
  callExpressionValue(low, predicate, held, undefined)
  return addValue(
    low,
    OP.refine,
    predicate,
    held,
    guardIndex(low, { target: { variable: -1 }, node: predicate, guard: predicate, argument: 0, outcome: 'true' }),
  )
}

/** Calls the value of an expression, or a method of it. */
function callExpressionValue(low: JavaScriptLowering, node: number, passed: number, method: string | undefined): number {
  const { start, end } = low.tree
  const cell = low.store.add(OP.captured, -1, -1, -1, start[node], end[node], 0)
  low.store.addOperand(cell, low.valueAt[node])
  const isMethod = method !== undefined
  return lowerCall(low, {
    node,
    callee: isMethod ? load(low, cell, method, node) : cell,
    receiver: isMethod ? cell : -1,
    name: '',
    spelledName: method ?? '',
    arguments: [{ kind: 'positional', value: passed }],
    isConstruct: false,
    isTaggedTemplate: false,
  })
}
