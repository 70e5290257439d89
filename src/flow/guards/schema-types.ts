import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import { extraOperandsOf, type Project } from '../program/link-program.ts'
import { createArgumentValues } from './argument-values.ts'
import { underlyingObject } from './underlying-object.ts'

/** Nested calls through which a value is passed. */
const MAX_PASSED = BOUNDS.schemaPassed.value

/** Finds the classes, by index, that values are instances of or were validated against. */
export interface SchemaTypes {
  /** The classes that a value may be. */
  classesOf(value: number): readonly number[]
  /** The class that an object was created from, or that annotates a parameter. */
  madeOf(value: number): readonly number[]
  /** The class that annotates a parameter, or that validated the value: `Job.model_validate(data)`, `JobSchema().load(data)`, `form.cleaned_data`. */
  typesOf(value: number): readonly number[]
  /** The same through calls: of a parameter without annotation those of all arguments, of a call those of the results of its callees. */
  typesBehind(value: number): readonly number[]
  /** The model whose fields a dictionary has: `**query.model_dump()`, `**QuerySchema().load(data)`. */
  typesSpread(value: number): readonly number[]
}

interface Context {
  readonly project: Project
  readonly pointsTo: PointsTo
  /** Arguments of all calls for a parameter. */
  argumentsFor(parameter: number): readonly number[]
}

export function createSchemaTypes(project: Project, pointsTo: PointsTo): SchemaTypes {
  const context: Context = { project, pointsTo, argumentsFor: createArgumentValues(project, pointsTo) }
  return {
    classesOf: (value) => classesOf(context, value),
    madeOf: (value) => madeOf(context, value),
    typesOf: (value) => typesOf(context, value),
    typesBehind: (value) => typesBehind(context, value, MAX_PASSED),
    typesSpread: (value) => typesSpread(context, value),
  }
}

function classesOf({ project: { functions }, pointsTo }: Context, value: number): readonly number[] {
  if (value < 0) return []
  return pointsTo
    .functionsOf(value)
    .flatMap((each) => (functions[each].isConstructor && functions[each].classIndex >= 0 ? [functions[each].classIndex] : []))
}

function madeOf(context: Context, value: number): readonly number[] {
  const { project, pointsTo } = context
  const { op, a, calls } = project
  const root = value < 0 ? -1 : underlyingObject(project, pointsTo.rootOf(value))
  if (root < 0 || a[root] < 0) return []
  if (op[root] === OP.parameter) return annotatedAs(context, root)
  return op[root] === OP.result ? classesOf(context, calls[a[root]].callee) : []
}

function annotatedAs(context: Context, parameter: number): readonly number[] {
  const { a, functions, owner } = context.project
  return classesOf(context, functions[owner[parameter]].parameters[a[parameter]]?.type ?? -1)
}

function typesOf(context: Context, value: number): readonly number[] {
  const { op, a, key, keys, calls, models, fileOf } = context.project
  if (a[value] < 0) return []
  if (op[value] === OP.parameter) return annotatedAs(context, value)
  if (op[value] === OP.load) return key[value] >= 0 && models[fileOf[value]].holdsAcceptedData(keys[key[value]]) ? madeOf(context, a[value]) : []
  if (op[value] !== OP.result) return []
  const { name, spelledName, receiver } = calls[a[value]]
  if (models[fileOf[value]].validationOf(name, spelledName)?.result !== 'accepted') return []
  // The schema is the receiver: the class itself, or an instance of it.
  const classes = classesOf(context, receiver)
  return classes.length > 0 ? classes : madeOf(context, receiver)
}

/** Like `typesOf`, for all operands of a phi: a parameter and its default. */
function typesOfOperands(context: Context, value: number): readonly number[] {
  const { project, pointsTo } = context
  const root = pointsTo.rootOf(value)
  if (project.op[root] !== OP.phi) return typesOf(context, root)
  return [project.a[root], ...extraOperandsOf(project, root)].flatMap((each) => (each < 0 ? [] : typesOf(context, pointsTo.rootOf(each))))
}

function typesBehind(context: Context, value: number, depth: number): readonly number[] {
  const { op, a, calls } = context.project
  const named = typesOfOperands(context, value)
  const root = context.pointsTo.rootOf(value)
  if (named.length > 0 || depth === 0 || a[root] < 0) return named
  const behind =
    op[root] === OP.parameter
      ? argumentsOfUntyped(context, root).map((each) => typesBehind(context, each, depth - 1))
      : op[root] === OP.result
        ? typesOfResults(context, calls[a[root]].callee, depth - 1)
        : []
  return behind.every((each) => each.length > 0) ? behind.flat() : []
}

function argumentsOfUntyped({ project, argumentsFor }: Context, parameter: number): readonly number[] {
  const { a, functions, owner } = project
  return functions[owner[parameter]].parameters[a[parameter]]?.type >= 0 ? [] : argumentsFor(parameter)
}

/** For each callee: the classes of its return annotation, or else those of what it returns. */
function typesOfResults(context: Context, callee: number, depth: number): readonly (readonly number[])[] {
  if (callee < 0) return []
  return context.pointsTo.functionsOf(callee).map((each) => {
    const { isConstructor, returnType, result } = context.project.functions[each]
    const types = isConstructor || returnType < 0 ? [] : classesOf(context, returnType)
    return isConstructor || types.length > 0 ? types : typesBehind(context, result, depth)
  })
}

function typesSpread(context: Context, value: number): readonly number[] {
  const { op, a, calls, models, fileOf } = context.project
  const root = context.pointsTo.rootOf(value)
  const isDump = op[root] === OP.result && a[root] >= 0 && models[fileOf[root]].validationOf('', calls[a[root]].spelledName)?.result === 'fields'
  const dumped = isDump ? calls[a[root]].receiver : -1
  return typesBehind(context, dumped < 0 ? value : dumped, MAX_PASSED)
}
