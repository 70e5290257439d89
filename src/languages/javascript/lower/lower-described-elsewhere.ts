import { OP } from '../../../model/program.ts'
import { childByField } from '../../../model/tree-access.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { load, storePart, value } from '../../lowering/values.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'
import { applyShape, type Shape } from './lower-schema.ts'

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
  return typeof description === 'object' && 'schema' in description
}

/** The schema that the expression takes from another file; undefined for others. */
export function elsewhereOf(low: JavaScriptLowering, node: number, about: Omit<Elsewhere, 'schema'>): Elsewhere | undefined {
  return node >= 0 && isImported(low, node) ? { schema: node, ...about } : undefined
}

/** What the description leaves of the value. A schema of another file is asked as the route asks it: its `parse` is called. */
export function applyDescription(low: JavaScriptLowering, node: number, description: Description, held: number): number {
  if (!isElsewhere(description)) return applyShape(low, node, description, held)
  const { schema, whole, part } = description
  const left = whole ? parsedBy(low, schema, held) : held
  if (part === undefined) return left
  return load(low, parsedBy(low, schema, storePart(low, value(low, OP.unknown, schema), part, left, schema)), part, schema)
}

/** The call stands where the schema is named. Its value there is that of the module, which functions read by a cell. */
function parsedBy(low: JavaScriptLowering, schema: number, held: number): number {
  const { start, end } = low.tree
  const cell = low.store.add(OP.cell, -1, -1, -1, start[schema], end[schema], 0)
  low.store.join(cell, low.valueAt[schema])
  const callee = load(low, cell, 'parse', schema)
  const passed = [{ kind: 'positional' as const, value: held }]
  return lowerCall(low, { node: schema, callee, receiver: cell, name: '', written: 'parse', arguments: passed, construct: false, tagged: false })
}

function isImported(low: JavaScriptLowering, node: number): boolean {
  const { tree, kinds, names, syntax } = low
  let at = syntax.unwrap(tree, node)
  if (kindOf(low, at) === kinds.id.member_expression) at = syntax.unwrap(tree, childByField(tree, at, kinds.field.object))
  if (kindOf(low, at) !== kinds.id.identifier || low.valueAt[node] < 0) return false
  for (let above = names.declarationOf[at], steps = 0; above > 0 && steps < MAX_STEPS; above = tree.parent[above], steps++) {
    const kind = kindOf(low, above)
    if (kind === kinds.id.import_statement) return true
    if (kind === kinds.id.variable_declarator) return isRequired(low, childByField(tree, above, kinds.field.value))
  }
  return false
}

/** `require('./schemas')`, or a part of it. */
function isRequired(low: JavaScriptLowering, made: number): boolean {
  const { tree, text, kinds, syntax, symbols } = low
  const held = kindOf(low, made) === kinds.id.member_expression ? childByField(tree, made, kinds.field.object) : made
  const site = held < 0 ? undefined : syntax.callAt(tree, text, held)
  return site !== undefined && symbols.nameOf(site.callee) === 'require'
}

const MAX_STEPS = 5
