import { HIDDEN_PART } from '../../model/program.ts'
import { addField, declareClass } from './declare-class.ts'
import { lowerFunction } from './lower-function.ts'
import type { Lowering } from './lowering.ts'

export interface TypedField {
  readonly name: string
  /** The value of the class that it is said to be of. */
  readonly type: number
}

/** A class without code that only says what its objects have: an interface. Returns its value. */
export function lowerDescribedClass(
  low: Lowering,
  node: number,
  { name, bases, fields }: { readonly name: string; readonly bases: readonly number[]; readonly fields: readonly TypedField[] },
): number {
  const classIndex = declareClass(low, { name, bases, limited: [], isInterface: true })
  const made = lowerFunction(low, { node, name, hasReceiver: false, classIndex, isConstructor: true, body: () => {} }).value
  low.classes[classIndex].construct = low.store.a(made)
  for (const each of fields) addField(low, classIndex, each.name, each.type, true)
  return made
}

/** `Db[]`, `Map<string, Db>`, `list[Db]`: whatever is taken out of it is of the class; -1 where it is of none. */
export function lowerContainerType(low: Lowering, node: number, element: number): number {
  return element < 0 ? -1 : lowerDescribedClass(low, node, { name: '', bases: [], fields: [{ name: HIDDEN_PART.element, type: element }] })
}

/** `typeof store`: whatever the value is, and whatever its parts are. */
export function lowerLikeType(low: Lowering, node: number, held: number): number {
  const made = lowerDescribedClass(low, node, { name: '', bases: [], fields: [] })
  addField(low, low.classes.length - 1, HIDDEN_PART.like, held, false)
  return made
}
