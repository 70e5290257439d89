import { SYNTHETIC_KEY } from '../../../model/program.ts'
import { addField, recordFieldUpdate } from '../../lowering/declare-class.ts'
import { firstNamedChild, childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { withinDepth } from '../../lowering/create-lowering.ts'
import { load, storeField } from '../../lowering/values.ts'
import { writeBack, writeVariable } from '../../lowering/variables.ts'
import { invalidatePath } from '../../lowering/refine.ts'
import { loadRest } from '../../lowering/load-rest.ts'
import { appKeyOf } from './app-key.ts'
import { isCreatedDictionary } from './loop-element.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { accessPathOf } from './guarded-expressions.ts'

/** Assigns to a name, an attribute, an item or several targets. */
export function assignTo(low: PythonLowering, target: number, given: number): void {
  if (target < 0) return
  withinDepth(
    low,
    () => assignKind(low, target, given),
    () => {},
  )
}

function assignKind(low: PythonLowering, target: number, given: number): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  switch (kindOf(low, target)) {
    case id.identifier:
      assignName(low, target, given)
      return
    case id.attribute: {
      const object = childByField(tree, target, field.object)
      const attribute = childByField(tree, target, field.attribute)
      const base = lowerExpression(low, object)
      const name = attribute < 0 ? undefined : nodeText(tree, text, attribute)
      low.valueAt[target] = given
      invalidateTarget(low, target)
      writeBack(low, base, storeField(low, base, name, given, target), target)
      const classIndex = kindOf(low, object) === id.identifier ? low.receiverClasses.get(low.names.declarationOf[object]) : undefined
      if (classIndex !== undefined && name !== undefined) addField(low, classIndex, name, given, false)
      return
    }
    case id.subscript: {
      const object = childByField(tree, target, field.value)
      const base = lowerExpression(low, object)
      const key = childByField(tree, target, field.subscript)
      const name = constantKey(low, key)
      const held = lowerExpression(low, key)
      low.valueAt[target] = given
      invalidateTarget(low, target)
      const stored = storeField(low, base, name, given, target)
      recordFieldUpdate(low, base, stored)
      // Keys of a list are numbers, which are not tracked.
      writeBack(
        low,
        base,
        name === undefined && isCreatedDictionary(low, object, base) ? storeField(low, stored, SYNTHETIC_KEY.keys, held, target) : stored,
        target,
      )
      return
    }
    case id.pattern_list:
    case id.tuple_pattern:
    case id.list_pattern:
    case id.tuple:
    case id.list: {
      const parts = namedChildren(tree, target)
      const star = parts.findIndex((part) => kindOf(low, part) === id.list_splat_pattern)
      for (const [index, part] of parts.entries()) {
        if (kindOf(low, part) === id.list_splat_pattern) assignTo(low, firstNamedChild(tree, part), loadRest(low, given, index, part))
        else assignTo(low, part, load(low, given, star >= 0 && index > star ? undefined : String(index), part))
      }
      return
    }
    case id.parenthesized_expression:
    case id.as_pattern_target:
    case id.list_splat_pattern:
      assignTo(low, firstNamedChild(tree, target), given)
      return
    default:
      lowerExpression(low, target)
  }
}

function invalidateTarget(low: PythonLowering, target: number): void {
  const path = low.frame.guardsPaths ? accessPathOf(low, target) : undefined
  if (path !== undefined) invalidatePath(low, path)
}

function assignName(low: PythonLowering, target: number, given: number): void {
  const declaration = low.names.declarationOf[target]
  const name = nodeText(low.tree, low.text, target)
  low.valueAt[target] = given
  if (low.frame.guardsPaths) invalidatePath(low, `${declaration}:`)
  writeVariable(low, declaration >= 0 ? declaration : low.globalVariable(name), given)
  if (low.classDepth > 0) {
    const classIndex = low.classes.length - 1
    if (classIndex >= 0) addField(low, classIndex, name, given, false)
  } else if (low.frame.index === 0 && declaration >= 0) low.moduleVariables.set(name, declaration)
}

/** A constant key; undefined for other expressions. */
export function constantKey(low: PythonLowering, index: number): string | undefined {
  const constant = index < 0 ? undefined : low.symbols.constantOf(index)
  return typeof constant === 'string' || (typeof constant === 'number' && constant >= 0) ? String(constant) : appKeyOf(low, index)
}
