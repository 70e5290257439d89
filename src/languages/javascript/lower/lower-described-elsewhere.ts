import { OP } from '../../../model/program.ts'
import { load, storePart, value } from '../../lowering/values.ts'
import { applyShape, parsedBy, type Shape } from './apply-shape.ts'
import { isImported } from './is-imported.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** A schema that another file exports, of which nothing is known here. */
export interface Elsewhere {
  /** The expression that stands for it. */
  readonly schema: number
  /** Whether it may be about the whole value, and the key under which it may have it as a part. */
  readonly whole: boolean
  readonly part?: string
}

/** What a route says of its request: a shape, or a schema that is read where it stands. */
export type Description = Shape | Elsewhere

export function isElsewhere(description: Description | undefined): description is Elsewhere {
  return typeof description === 'object' && 'whole' in description
}

/** The schema that the expression takes from another file; undefined for others. */
export function elsewhereOf(low: JavaScriptLowering, node: number, about: Omit<Elsewhere, 'schema'>): Elsewhere | undefined {
  return node >= 0 && isImported(low, node) ? { schema: node, ...about } : undefined
}

/** What the description leaves of the value. A schema of another file is asked as the route asks it: its `parse` is called. */
export function applyDescription(low: JavaScriptLowering, node: number, description: Description, held: number): number {
  if (!isElsewhere(description)) return applyShape(low, node, description, held)
  const { schema, whole, part } = description
  const parser = { schema, method: 'parse' }
  const left = whole ? parsedBy(low, parser, held) : held
  if (part === undefined) return left
  return load(low, parsedBy(low, parser, storePart(low, value(low, OP.unknown, schema), part, left, schema)), part, schema)
}
