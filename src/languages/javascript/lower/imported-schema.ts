import { OP } from '../../../model/program.ts'
import { load, storeField, addValue } from '../../lowering/values.ts'
import { applyShape, parseWithSchema, type SchemaShape } from './schema-shape.ts'
import { isImported } from './is-imported.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** A schema of another file whose content is not known here. */
export interface ImportedSchema {
  /** The expression that denotes it. */
  readonly schema: number
  /** Whether it may describe the whole value, and the key under which it may describe a property. */
  readonly whole: boolean
  readonly part?: string
}

/** The description of a request in a route: a shape, or a schema of another file. */
export type RequestSchema = SchemaShape | ImportedSchema

export function isImportedSchema(description: RequestSchema | undefined): description is ImportedSchema {
  return typeof description === 'object' && 'whole' in description
}

/** The imported schema that the expression denotes; undefined for others. */
export function importedSchemaOf(low: JavaScriptLowering, node: number, about: Omit<ImportedSchema, 'schema'>): ImportedSchema | undefined {
  return node >= 0 && isImported(low, node) ? { schema: node, ...about } : undefined
}

/** The value after validation by the description. For an imported schema its `parse` is called, as the route does. */
export function applyRequestSchema(low: JavaScriptLowering, node: number, description: RequestSchema, held: number): number {
  if (!isImportedSchema(description)) return applyShape(low, node, description, held)
  const { schema, whole, part } = description
  const parser = { schema, method: 'parse' }
  const left = whole ? parseWithSchema(low, parser, held) : held
  if (part === undefined) return left
  return load(low, parseWithSchema(low, parser, storeField(low, addValue(low, OP.unknown, schema), part, left, schema)), part, schema)
}
