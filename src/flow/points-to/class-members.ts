import { HIDDEN_PART, OP } from '../../model/program.ts'
import { joined, MAX_FOUND, NOTHING } from './query-cache.ts'
import { classesOf, classOrder } from './method-resolution-order.ts'
import type { MemberKind, Resolving } from './query-context.ts'

/** Classes above a class that are looked through for a member. */
const MAX_ABOVE = 40

type Field = { readonly value: number; readonly isType: boolean }

/** The method, getter or setter of a class or of those above it. Each class is looked at once: one whose base may be many has as many ways up. */
export function membersOf(r: Resolving, classIndex: number, kind: MemberKind, name: string): readonly number[] {
  const { classes } = r.project
  const own = classes[classIndex][kind].get(name)
  if (own !== undefined) return [own]
  const order = classOrder(r, classIndex)
  if (order !== undefined) return order.flatMap((each) => classes[each][kind].get(name) ?? []).slice(0, 1)
  let found = NOTHING
  const above = [classIndex]
  for (let at = 0; at < above.length && at < MAX_ABOVE; at++) {
    const inherited = classes[above[at]][kind].get(name)
    if (inherited !== undefined) {
      found = joined(found, [inherited])
      continue
    }
    for (const base of classes[above[at]].bases) for (const each of classesOf(r, base)) if (!above.includes(each)) above.push(each)
  }
  return found
}

/** Classes above those that a value may be an instance of: `super`. */
export function classesAbove(r: Resolving, value: number): readonly number[] {
  let found = NOTHING
  for (const each of r.instancesOf(value)) for (const base of r.project.classes[each].bases) found = joined(found, classesOf(r, base))
  return found
}

/** Methods that `value.name` may be, where the value is an instance: those of classes below too, where it may be one of them. */
export function methodsAt(r: Resolving, value: number, name: string): readonly number[] {
  let found = NOTHING
  for (const each of r.instancesOf(value)) {
    found = joined(found, membersOf(r, each, 'methods', name))
    found = joined(found, overridesOf(r, value, each, name))
  }
  return found
}

/** Values and types of a field of the instances that a value may be. */
export function fieldsAt(r: Resolving, value: number, part: number): readonly Field[] {
  const instances = r.instancesOf(value)
  if (instances.length === 0) return NO_FIELDS
  return instances.flatMap((each) => [...fieldsOf(r, each, r.project.keys[part]), ...likeFields(r, each, part)])
}

/** Parts of the values that objects of a described class are said to be like. */
function likeFields(r: Resolving, classIndex: number, part: number): readonly Field[] {
  const like = r.project.classes[classIndex].fields.get(HIDDEN_PART.like)
  return like === undefined ? NO_FIELDS : like.flatMap((each) => r.partsOf(each.value, part).map((value) => ({ value, isType: false })))
}

/** Those of a class, and where it has none of that name of the first class above it that does. */
function fieldsOf(r: Resolving, classIndex: number, name: string): readonly Field[] {
  const { classes } = r.project
  const above = [classIndex]
  for (let at = 0; at < above.length && at < MAX_ABOVE; at++) {
    const { fields, bases } = classes[above[at]]
    const held = fields.get(name)
    if (held !== undefined) return held
    for (const base of bases) for (const each of classesOf(r, base)) if (!above.includes(each)) above.push(each)
  }
  return NO_FIELDS
}

const NO_FIELDS: readonly Field[] = []

/** Of `this.go()`, and of `job.go()` with `job: Job`: the methods of classes below, of which it may be an instance. */
function overridesOf(r: Resolving, holder: number, classIndex: number, name: string): readonly number[] {
  const { project, origins } = r
  const self = origins.identityOf(holder)
  const isTyped = project.op[self] === OP.join && project.b[self] >= 0
  if (project.op[self] !== OP.parameter && !isTyped && !project.classes[classIndex].isInterface && !isTypedField(r, self) && !isTypedResult(r, self))
    return NOTHING
  let found = NOTHING
  for (const below of classesBelow(r, classIndex)) {
    const own = project.classes[below].methods.get(name)
    if (own !== undefined) found = joined(found, [own])
  }
  return found
}

/** Classes that extend a class, directly or not. */
export function classesBelow(r: Resolving, classIndex: number): readonly number[] {
  const below = [...r.subclassesOf(classIndex)]
  for (let at = 0; at < below.length && at < MAX_FOUND; at++)
    for (const each of r.subclassesOf(below[at])) if (each !== classIndex && !below.includes(each)) below.push(each)
  return below.slice(0, MAX_FOUND)
}

/** What functions give of which only the type is known: `def find(name) -> Job`. */
function isTypedResult(r: Resolving, value: number): boolean {
  const { op, a, calls, functions } = r.project
  if (op[value] !== OP.result) return false
  const targets = r.functionsOf(calls[a[value]].callee)
  return targets.length > 0 && targets.every((each) => functions[each].type >= 0 && r.instancesOf(functions[each].result).length === 0)
}

/** A field that an annotation, or a parameter that was kept in it, says to be of a class: it may be of one below. */
function isTypedField(r: Resolving, value: number): boolean {
  const { op, a, key } = r.project
  if (op[value] !== OP.load || key[value] < 0) return false
  return fieldsAt(r, a[value], key[value]).some((field) => field.isType || op[r.origins.identityOf(field.value)] === OP.parameter)
}
