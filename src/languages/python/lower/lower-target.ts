import { SYNTHETIC_KEY } from '../../../model/program.ts'
import { addField } from '../../lowering/declare-class.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import { storeField } from '../../lowering/values.ts'
import { appKeyOf } from './app-key.ts'
import { isCreatedDictionary } from './loop-element.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Records a field for an assignment in the body of a class, or a variable of the module. */
export function nameAssigned(low: PythonLowering, target: number, given: number): void {
  const declaration = low.names.declarationOf[target]
  const name = nodeText(low.tree, low.text, target)
  if (low.classDepth > 0) {
    const classIndex = low.classes.length - 1
    if (classIndex >= 0) addField(low, classIndex, name, given, false)
  } else if (low.frame.index === 0 && declaration >= 0) low.moduleVariables.set(name, declaration)
}

/** Records a field of the class for `self.f = v`. */
export function memberAssigned(low: PythonLowering, target: number, given: number): void {
  const { tree, text, kinds } = low
  const object = kindOf(low, target) === kinds.id.attribute ? childByField(tree, target, kinds.field.object) : -1
  const attribute = childByField(tree, target, kinds.field.attribute)
  const classIndex = kindOf(low, object) === kinds.id.identifier ? low.receiverClasses.get(low.names.declarationOf[object]) : undefined
  if (classIndex !== undefined && attribute >= 0) addField(low, classIndex, nodeText(tree, text, attribute), given, false)
}

/** Adds the key to the keys of a dictionary. Keys of a list are numbers, which are not tracked. */
export function storeKey(low: PythonLowering, target: number, stored: number): number {
  const { tree, kinds, valueAt } = low
  const object = childByField(tree, target, kinds.field.value)
  const key = childByField(tree, target, kinds.field.subscript)
  return isCreatedDictionary(low, object, valueAt[object]) ? storeField(low, stored, SYNTHETIC_KEY.keys, valueAt[key], target) : stored
}

/** A constant key; undefined for other expressions. */
export function constantKey(low: PythonLowering, index: number): string | undefined {
  const constant = index < 0 ? undefined : low.symbols.constantOf(index)
  return typeof constant === 'string' || (typeof constant === 'number' && constant >= 0) ? String(constant) : appKeyOf(low, index)
}
