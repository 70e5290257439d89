import { SYNTHETIC_KEY, type ProgramClass } from '../../model/program.ts'
import { addField, declareClass } from './declare-class.ts'
import { lowerFunction } from './lower-function.ts'
import type { Lowering } from './lowering.ts'

export interface TypedField {
  readonly name: string
  /** The value of the class in its annotation. */
  readonly type: number
}

export interface StructuralClass {
  readonly name: string
  readonly bases: readonly number[]
  readonly fields: readonly TypedField[]
  /** The default is none. */
  readonly constrainedFields?: ProgramClass['constrainedFields']
}

/** Declares a class without code that describes the fields of objects: an interface. Returns its value. */
export function lowerStructuralClass(low: Lowering, node: number, { name, bases, fields, constrainedFields = [] }: StructuralClass): number {
  const classIndex = declareClass(low, { name, bases, constrainedFields, isInterface: true })
  const made = lowerFunction(low, { node, name, hasReceiver: false, classIndex, isConstructor: true, body: () => {} }).value
  low.classes[classIndex].constructorFunction = low.store.a(made)
  for (const each of fields) addField(low, classIndex, each.name, each.type, true)
  return made
}

/** A type that accepts only sanitized values, such as an enumeration. */
export function lowerConstrainedType(low: Lowering, node: number): number {
  return lowerStructuralClass(low, node, { name: '', bases: [], fields: [], constrainedFields: 'all' })
}

/** `Db[]`, `Map<string, Db>`, `list[Db]`: a class whose elements are of the element class; -1 if that is unknown. */
export function lowerContainerType(low: Lowering, node: number, element: number): number {
  return element < 0 ? -1 : lowerStructuralClass(low, node, { name: '', bases: [], fields: [{ name: SYNTHETIC_KEY.element, type: element }] })
}

/** `typeof store`: a class whose objects have the properties of the value. */
export function lowerTypeofType(low: Lowering, node: number, valueId: number): number {
  const made = lowerStructuralClass(low, node, { name: '', bases: [], fields: [] })
  addField(low, low.classes.length - 1, SYNTHETIC_KEY.exemplar, valueId, false)
  return made
}
