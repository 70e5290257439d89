import { OP } from '../../../model/program.ts'
import { load, storeField, addValue } from '../../lowering/values.ts'
import { applyShape, parseWithSchema, type SchemaShape } from './schema-shape.ts'
import { isImported } from './is-imported.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** A schema that another file exports, of which nothing is known here. */
export interface ImportedSchema {
  /** The expression that stands for it. */
  readonly schema: number
  /** Whether it may be about the whole value, and the key under which it may have it as a part. */
  readonly whole: boolean
  readonly part?: string
}

/** What a route says of its request: a shape, or a schema that is read where it stands. */
export type RequestSchema = SchemaShape | ImportedSchema

export function isImportedSchema(description: RequestSchema | undefined): description is ImportedSchema {
  return typeof description === 'object' && 'whole' in description
}

/** The schema that the expression takes from another file; undefined for others. */
export function importedSchemaOf(low: JavaScriptLowering, node: number, about: Omit<ImportedSchema, 'schema'>): ImportedSchema | undefined {
  return node >= 0 && isImported(low, node) ? { schema: node, ...about } : undefined
}

/** What the description leaves of the value. A schema of another file is asked as the route asks it: its `parse` is called. */
export function applyRequestSchema(low: JavaScriptLowering, node: number, description: RequestSchema, held: number): number {
  if (!isImportedSchema(description)) return applyShape(low, node, description, held)
  const { schema, whole, part } = description
  const parser = { schema, method: 'parse' }
  const left = whole ? parseWithSchema(low, parser, held) : held
  if (part === undefined) return left
  return load(low, parseWithSchema(low, parser, storeField(low, addValue(low, OP.unknown, schema), part, left, schema)), part, schema)
}
