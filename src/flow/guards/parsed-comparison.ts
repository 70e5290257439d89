import { BOUNDS } from '../../model/bounds.ts'
import { OP, type SchemaParse } from '../../model/program.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { extraOperandsOf, type Project } from '../program/link-program.ts'

/** Nested calls through which a schema is passed. */
const MAX_DEPTH = BOUNDS.parsedResultDepth.value
/** Values that are searched for one part of a result. */
const MAX_VALUES = BOUNDS.parsedResultValues.value

type ParsedResultTest = (call: number, argument: number, part: string | undefined, by: SchemaParse) => boolean

/** A property of a function's result, and the schema that the function gets. */
interface ParsedPart {
  readonly func: number
  readonly schema: PassedSchema
  readonly part: string | undefined
}

interface PassedSchema {
  /** The parameter's value. */
  readonly parameter: number
  /** The property of it that is the schema. */
  readonly of: string | undefined
}

/** The possible origins of a property of a result. */
interface Origins {
  isParsed: boolean
  /** Data that was passed to the schema, by must-alias root. */
  readonly checked: Set<number>
  /** Everything else, by must-alias root. */
  readonly others: Set<number>
}

type Context = Pick<CallGraph, 'targets' | 'pointsTo'> & { readonly project: Project }

/**
 * Tests whether all callees of a call return data that the passed schema has accepted. If a callee may also return the data unchecked (`return {
 * query, error }`), the caller must test another property of the result.
 */
export function createParsedResultTest(project: Project, { targets, pointsTo }: Pick<CallGraph, 'targets' | 'pointsTo'>): ParsedResultTest {
  const context: Context = { project, targets, pointsTo }
  return (call, argument, part, { schemaProperty, isOutcomeTested }) => {
    const reached = targets[call]
    return (
      reached.length > 0 &&
      reached.every((func) => {
        const parameter = project.functions[func].parameters[argument]?.value
        if (parameter === undefined) return false
        const verdict = isParsed(context, { func, schema: { parameter, of: schemaProperty }, part }, MAX_DEPTH)
        return verdict === 'yes' || (verdict === 'perhaps' && isOutcomeTested)
      })
    )
  }
}

function isParsed(context: Context, { func, schema, part }: ParsedPart, depth: number): 'yes' | 'no' | 'perhaps' {
  const { project, pointsTo } = context
  const { op, a, functions } = project
  const origins: Origins = { isParsed: false, checked: new Set(), others: new Set() }
  for (const returned of alternativesOf(project, [functions[func].result])) {
    const root = pointsTo.rootOf(returned)
    if (part === undefined) recordComparison(context, origins, returned, schema, depth)
    else if (op[root] === OP.result && isParsedByCallees(context, a[root], schema, part, depth)) origins.isParsed = true
    else
      for (const each of alternativesOf(project, pointsTo.propertyValues(returned, project.keyId(part))))
        recordComparison(context, origins, each, schema, depth)
  }
  if (!origins.isParsed) return 'no'
  return [...origins.others].some((each) => origins.checked.has(each)) ? 'perhaps' : 'yes'
}

function recordComparison(context: Context, origins: Origins, value: number, schema: PassedSchema, depth: number): void {
  const { project, pointsTo } = context
  const { op, a, key, keys, models, fileOf } = project
  const isPart = op[value] === OP.load && key[value] >= 0
  const name = isPart ? keys[key[value]] : undefined
  for (const holder of isPart ? alternativesOf(project, [a[value]]) : [value]) {
    const root = pointsTo.rootOf(holder)
    const call = op[root] === OP.result ? a[root] : -1
    const checked = call < 0 || (name !== undefined && !models[fileOf[value]].isAcceptedPart(name)) ? undefined : checkedBy(context, call, schema)
    if (checked !== undefined) {
      origins.isParsed = true
      for (const each of alternativesOf(project, checked)) origins.checked.add(pointsTo.rootOf(each))
    } else if (call >= 0 && isParsedByCallees(context, call, schema, name, depth)) origins.isParsed = true
    else origins.others.add(pointsTo.rootOf(value))
  }
}

function isParsedByCallees(context: Context, call: number, schema: PassedSchema, part: string | undefined, depth: number): boolean {
  const reached = depth === 0 ? [] : calleesWithSchema(context, call, schema)
  return reached.length > 0 && reached.every((each) => isParsed(context, { ...each, part }, depth - 1) !== 'no')
}

/** The callees to which a call passes the schema, with the schema's parameter in each. */
function calleesWithSchema(context: Context, call: number, schema: PassedSchema): readonly Pick<ParsedPart, 'func' | 'schema'>[] {
  const { project, targets, pointsTo } = context
  return project.calls[call].arguments.flatMap(({ value }, position) => {
    const isSchemaItself = isSchema(context, value, schema)
    const isHolder = !isSchemaItself && schema.of !== undefined && pointsTo.rootOf(value) === schema.parameter
    if (!isSchemaItself && !isHolder) return []
    return targets[call].flatMap((func) => {
      const parameter = project.functions[func].parameters[position]?.value
      return parameter === undefined ? [] : [{ func, schema: { parameter, of: isSchemaItself ? undefined : schema.of } }]
    })
  })
}

/** The data that a call passes to the schema. Undefined if it is no call of a parser. */
function checkedBy(context: Context, call: number, schema: PassedSchema): readonly number[] | undefined {
  const { name, spelledName, receiver, file, arguments: passed } = context.project.calls[call]
  if (context.project.models[file].validationOf(name, spelledName)?.result !== 'accepted') return undefined
  const values = passed.map(({ value }) => value)
  if (isSchema(context, receiver, schema)) return values
  return values.some((each) => isSchema(context, each, schema)) ? values.filter((each) => !isSchema(context, each, schema)) : undefined
}

function isSchema({ project, pointsTo }: Context, value: number, { parameter, of }: PassedSchema): boolean {
  const { op, a, key, keys } = project
  if (value < 0) return false
  const root = pointsTo.rootOf(value)
  if (of === undefined) return root === parameter
  return op[root] === OP.load && key[root] >= 0 && keys[key[root]] === of && pointsTo.rootOf(a[root]) === parameter
}

/** The values that some values may be, through phis, captures, refinements and updates. */
function alternativesOf(project: Project, values: readonly number[]): readonly number[] {
  const { op } = project
  const open = [...values]
  const seen = new Set(open)
  const found: number[] = []
  for (let at = 0; at < open.length && at < MAX_VALUES; at++) {
    const value = open[at]
    if (op[value] !== OP.phi && op[value] !== OP.captured && op[value] !== OP.refine && op[value] !== OP.postUpdate) found.push(value)
    else
      for (const each of operandsOf(project, value)) {
        if (seen.has(each)) continue
        seen.add(each)
        open.push(each)
      }
  }
  return found
}

function operandsOf(project: Project, value: number): readonly number[] {
  const { op, a } = project
  const more = op[value] === OP.phi || op[value] === OP.captured || op[value] === OP.refine ? extraOperandsOf(project, value) : []
  return [a[value], ...more].filter((each) => each >= 0)
}
