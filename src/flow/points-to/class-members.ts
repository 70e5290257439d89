import { BOUNDS } from '../../model/bounds.ts'
import { SYNTHETIC_KEY, OP } from '../../model/program.ts'
import { union, MAX_RESULTS, EMPTY } from './query-cache.ts'
import { classesOf } from './method-resolution-order.ts'
import type { MemberKind, QueryContext } from './query-context.ts'

/** Superclasses that are searched for a member. */
const MAX_SUPERCLASSES = BOUNDS.memberSuperclasses.value

type Field = { readonly value: number; readonly isType: boolean }

/**
 * The method, getter or setter of a class or of its superclasses. Without a method resolution order, the nearest one on each path upwards; each
 * class is visited once.
 */
export function queryMembers(r: QueryContext, classIndex: number, kind: MemberKind, name: string): readonly number[] {
  const { classes } = r.project
  const order = r.resolutionOrderOf(classIndex)
  if (order.length > 0) return order.flatMap((each) => classes[each][kind].get(name) ?? []).slice(0, 1)
  let found = EMPTY
  const above = [classIndex]
  for (let at = 0; at < above.length && at < MAX_SUPERCLASSES; at++) {
    const inherited = classes[above[at]][kind].get(name)
    if (inherited !== undefined) {
      found = union(found, [inherited])
      continue
    }
    for (const base of classes[above[at]].bases) for (const each of classesOf(r, base)) if (!above.includes(each)) above.push(each)
  }
  return found
}

/** Superclasses of the classes that a value may be an instance of: `super`. */
export function superclassesOf(r: QueryContext, value: number): readonly number[] {
  let found = EMPTY
  for (const each of r.instancesOf(value)) for (const base of r.project.classes[each].bases) found = union(found, classesOf(r, base))
  return found
}

/** Methods that `value.name` may be if the value is an instance, including those of subclasses if it may be an instance of one. */
export function methodsNamed(r: QueryContext, value: number, name: string): readonly number[] {
  let found = EMPTY
  for (const each of r.instancesOf(value)) {
    found = union(found, r.membersOf(each, 'methods', name))
    found = union(found, overridesOf(r, value, each, name))
  }
  return found
}

/** Values and types of a field of the value's classes. */
export function fieldsNamed(r: QueryContext, value: number, part: number): readonly Field[] {
  const instances = r.instancesOf(value)
  if (instances.length === 0) return NO_FIELDS
  return instances.flatMap((each) => [...fieldsOf(r, each, r.project.keys[part]), ...structuralFields(r, each, part)])
}

/** Properties of the value that describes the objects of a structural type. */
function structuralFields(r: QueryContext, classIndex: number, part: number): readonly Field[] {
  const like = r.project.classes[classIndex].fields.get(SYNTHETIC_KEY.exemplar)
  return like === undefined ? NO_FIELDS : like.flatMap((each) => r.propertyValues(each.value, part).map((value) => ({ value, isType: false })))
}

/** The field of a class, or of the nearest superclass that has it. */
function fieldsOf(r: QueryContext, classIndex: number, name: string): readonly Field[] {
  const { classes } = r.project
  const above = [classIndex]
  for (let at = 0; at < above.length && at < MAX_SUPERCLASSES; at++) {
    const { fields, bases } = classes[above[at]]
    const existing = fields.get(name)
    if (existing !== undefined) return existing
    for (const base of bases) for (const each of classesOf(r, base)) if (!above.includes(each)) above.push(each)
  }
  return NO_FIELDS
}

const NO_FIELDS: readonly Field[] = []

/** Overriding methods of subclasses that `this.go()`, or `job.go()` with `job: Job`, may call. */
function overridesOf(r: QueryContext, holder: number, classIndex: number, name: string): readonly number[] {
  const { project, mustAlias } = r
  const self = mustAlias.rootOf(holder)
  const isTyped = project.op[self] === OP.phi && project.b[self] >= 0
  if (project.op[self] !== OP.parameter && !isTyped && !project.classes[classIndex].isInterface && !isTypedField(r, self) && !isTypedResult(r, self))
    return EMPTY
  let found = EMPTY
  for (const below of transitiveSubclassesOf(r, classIndex)) {
    const own = project.classes[below].methods.get(name)
    if (own !== undefined) found = union(found, [own])
  }
  return found
}

/** Direct and indirect subclasses of a class. */
export function transitiveSubclassesOf(r: QueryContext, classIndex: number): readonly number[] {
  const below = [...r.subclassesOf(classIndex)]
  for (let at = 0; at < below.length && at < MAX_RESULTS; at++)
    for (const each of r.subclassesOf(below[at])) if (each !== classIndex && !below.includes(each)) below.push(each)
  return below.slice(0, MAX_RESULTS)
}

/** Whether a value is a result of which only the type is known: `def find(name) -> Job`. */
function isTypedResult(r: QueryContext, value: number): boolean {
  const { op, a, calls, functions } = r.project
  if (op[value] !== OP.result) return false
  const targets = r.functionsOf(calls[a[value]].callee)
  return targets.length > 0 && targets.every((each) => functions[each].returnType >= 0 && r.instancesOf(functions[each].result).length === 0)
}

/**
 * Whether a value is a field whose class is known from an annotation, or from the parameter that was stored in it: it may be an instance of a
 * subclass.
 */
function isTypedField(r: QueryContext, value: number): boolean {
  const { op, a, key } = r.project
  if (op[value] !== OP.load || key[value] < 0) return false
  return fieldsNamed(r, a[value], key[value]).some((field) => field.isType || op[r.mustAlias.rootOf(field.value)] === OP.parameter)
}
