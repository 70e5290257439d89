import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { extraOperandsOf, type Project } from '../program/link-program.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import { underlyingObject } from './underlying-object.ts'
import { findFormFields } from './form-fields.ts'
import { createArgumentValues } from './argument-values.ts'

/** Classes above a class that are looked through for a field. */
const MAX_ABOVE = BOUNDS.schemaSuperclasses.value
/** Functions that hand a value on to each other. */
const MAX_PASSED = BOUNDS.schemaPassed.value

export interface SchemaConstraints {
  /** Parameters that are one of an enumeration, and fields of a model that may only be numbers or words of a list. */
  readonly values: readonly number[]
  /** By value that is passed as `**fields`: names of these that may only be so. */
  readonly spread: ReadonlyMap<number, ReadonlySet<string>>
}

/** Values that their class limits to harmless ones. */
export function findSchemaConstraints(project: Project, pointsTo: PointsTo): SchemaConstraints {
  const { op, a, key, keys, calls, classes, functions, owner, count } = project
  const names = namesOfLimited(project)
  if (names.size === 0 && classes.every(({ constrainedFields }) => constrainedFields !== 'all')) return { values: [], spread: new Map() }

  const classesOf = (value: number): readonly number[] =>
    value < 0
      ? []
      : pointsTo
          .functionsOf(value)
          .flatMap((each) => (functions[each].isConstructor && functions[each].classIndex >= 0 ? [functions[each].classIndex] : []))

  /** The class that an object was made of, or that a parameter is said to be of. */
  const madeOf = (value: number): readonly number[] => {
    const root = value < 0 ? -1 : underlyingObject(project, pointsTo.rootOf(value))
    if (root >= 0 && op[root] === OP.parameter && a[root] >= 0) return classesOf(functions[owner[root]].parameters[a[root]]?.type ?? -1)
    return root >= 0 && op[root] === OP.result && a[root] >= 0 ? classesOf(calls[a[root]].callee) : []
  }

  /**
   * The class that the annotation of a parameter names, or whose check gave the value: `Job.model_validate(data)`, `JobSchema().load(data)`,
   * `form.cleaned_data`.
   */
  const typesOf = (value: number): readonly number[] => {
    if (a[value] < 0) return []
    if (op[value] === OP.parameter) return classesOf(functions[owner[value]].parameters[a[value]]?.type ?? -1)
    if (op[value] === OP.load) return key[value] >= 0 && CHECKED_PARTS.has(keys[key[value]]) ? madeOf(a[value]) : []
    if (op[value] !== OP.result) return []
    const { name, spelledName, receiver } = calls[a[value]]
    return VALIDATIONS.test(name) ? classesOf(receiver) : LOADS.has(spelledName) ? madeOf(receiver) : []
  }

  /** The same of what stands under the parameter's name, which may be its default. */
  const typesOfNamed = (value: number): readonly number[] => {
    const root = pointsTo.rootOf(value)
    if (op[root] !== OP.phi) return typesOf(root)
    return [a[root], ...extraOperandsOf(project, root)].flatMap((each) => (each < 0 ? [] : typesOf(pointsTo.rootOf(each))))
  }

  const passedFor = createArgumentValues(project, pointsTo)
  /** And of a parameter without a type those of all that is passed for it, of a call those of what its functions give back. */
  const typesBehind = (value: number, depth: number): readonly number[] => {
    const named = typesOfNamed(value)
    const root = pointsTo.rootOf(value)
    if (named.length > 0 || depth === 0 || a[root] < 0) return named
    const behind =
      op[root] === OP.parameter
        ? passedAs(root).map((each) => typesBehind(each, depth - 1))
        : op[root] === OP.result
          ? typesFrom(calls[a[root]].callee, depth - 1)
          : []
    return behind.every((each) => each.length > 0) ? behind.flat() : []
  }

  const passedAs = (parameter: number): readonly number[] =>
    functions[owner[parameter]].parameters[a[parameter]]?.type >= 0 ? [] : passedFor(parameter)

  /** Of each function that is called: the classes that it says its result to be of, or else those of what it gives back. */
  const typesFrom = (callee: number, depth: number): readonly (readonly number[])[] => {
    if (callee < 0) return []
    return pointsTo.functionsOf(callee).map((each) => {
      const { isConstructor, returnType, result } = functions[each]
      const types = isConstructor || returnType < 0 ? [] : classesOf(returnType)
      return isConstructor || types.length > 0 ? types : typesBehind(result, depth)
    })
  }

  const isEnumeration = (index: number): boolean => classes[index].constrainedFields === 'all'

  const limits = (index: number, name: string): boolean => {
    const above = [index]
    for (let at = 0; at < above.length && at < MAX_ABOVE; at++) {
      const { constrainedFields, fields, bases } = classes[above[at]]
      if (constrainedFields !== 'all' && constrainedFields.includes(name)) return true
      const types = (fields.get(name) ?? []).flatMap((field) => (field.isType ? classesOf(field.value) : []))
      if (types.length > 0) return types.every(isEnumeration)
      for (const base of bases) for (const each of classesOf(base)) if (!above.includes(each)) above.push(each)
    }
    return false
  }

  const found: number[] = []
  for (let value = 0; value < count; value++) {
    if (op[value] === OP.parameter) {
      const types = typesOf(value)
      if (types.length > 0 && types.every(isEnumeration)) found.push(value)
    } else if (op[value] === OP.load && key[value] >= 0 && names.has(keys[key[value]])) {
      const types = typesBehind(a[value], MAX_PASSED)
      if (types.length > 0 && types.every((each) => limits(each, keys[key[value]]))) found.push(value)
    }
  }

  if ([...names].some((name) => name.endsWith('.data')))
    for (const each of findFormFields({ project, pointsTo, names, madeOf, limits })) found.push(each)

  /** The model whose fields a dictionary has: `**query.model_dump()`, `**QuerySchema().load(data)`. */
  const typesSpread = (value: number): readonly number[] => {
    const root = pointsTo.rootOf(value)
    const dumped = op[root] === OP.result && a[root] >= 0 && DUMPS.has(calls[a[root]].spelledName) ? calls[a[root]].receiver : -1
    return typesBehind(dumped < 0 ? value : dumped, MAX_PASSED)
  }
  const spread = new Map<number, ReadonlySet<string>>()
  for (const { arguments: passed } of calls) {
    for (const { kind, value } of passed) {
      if (kind !== 'keyword-spread') continue
      const types = typesSpread(value)
      if (types.length > 0) spread.set(value, new Set([...names].filter((name) => types.every((each) => limits(each, name)))))
    }
  }
  return { values: found, spread }
}

/** Methods of a model of pydantic that give its fields. */
const DUMPS: ReadonlySet<string> = new Set(['model_dump', 'dict'])

/** Methods of pydantic that give an instance of their class, or throw. */
const VALIDATIONS = /(?:^|\.)(?:model_validate(?:_json)?|parse_obj|parse_raw)$/

/** Methods of a schema of marshmallow that give what it has checked, or throw. */
const LOADS: ReadonlySet<string> = new Set(['load', 'loads'])
/** What a form of Django, or a serializer of its REST framework, has checked. */
const CHECKED_PARTS: ReadonlySet<string> = new Set(['cleaned_data', 'validated_data'])

/** Names that some class limits, or gives a type that may be an enumeration. */
function namesOfLimited({ classes }: Project): ReadonlySet<string> {
  const names = new Set<string>()
  const hasEnumeration = classes.some(({ constrainedFields }) => constrainedFields === 'all')
  for (const { constrainedFields: limited, fields } of classes) {
    if (limited !== 'all') for (const name of limited) names.add(name)
    if (hasEnumeration) for (const [name, declared] of fields) if (declared.some(({ isType }) => isType)) names.add(name)
  }
  return names
}
