import { SYNTHETIC_KEY, OP } from '../../../model/program.ts'
import { childByField, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { load, storeField, addValue } from '../../lowering/values.ts'
import { readVariable, writeBack, writeVariable } from '../../lowering/variables.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { typeOf } from './read-type.ts'
import { receiverVariable } from '../../lowering/variable-ids.ts'
import { lowerFunction, type ParameterList } from '../../lowering/lower-function.ts'
import { isErrorClass, storeErrorMessage } from './error-class.ts'
import { isFieldFunction, isStaticMember } from './field-function.ts'
import { lowerResult } from '../../lowering/lower-statement.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { propertyName } from './property-name.ts'
import { accessorOf, lowerFunctionValue } from './lower-functions.ts'
import { addField, declareClass } from '../../lowering/declare-class.ts'
import { lowerMessageHandler } from './lower-message-handler.ts'
import { validatedFields } from './validated-fields.ts'

/** Lowers a class to its constructor, with its methods as properties. */
export function lowerClass(low: JavaScriptLowering, node: number): number {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const nameNode = childByField(tree, node, field.name)
  const body = childByField(tree, node, field.body)
  const members = body < 0 ? [] : namedChildren(tree, body)
  const isField = (member: number): boolean => kindOf(low, member) === id.public_field_definition || kindOf(low, member) === id.field_definition
  const name = nameNode < 0 ? '' : nodeText(tree, text, nameNode)
  const bases = basesOf(low, node)
  const constrainedFields = validatedFields(low, members)
  const classIndex = declareClass(low, { name, bases: [...bases, ...interfacesOf(low, node)], constrainedFields, isInterface: false })
  const known = low.classes[classIndex]
  const functionOf = (member: number): number => {
    const held = isField(member) ? childByField(tree, member, field.value) : -1
    return held >= 0 && isFieldFunction(tree, text, kinds, held) ? held : -1
  }
  const own = members.filter((member) => isField(member) && !isStaticMember(tree, text, member) && functionOf(member) < 0)
  const fields = own.map((member) => declareField(low, member, classIndex))
  const initialise = (functionNode: number): void => {
    for (const each of fields) if (each.index >= 0) setField(low, each.member, each.name, each.index, functionNode)
  }
  const constructorNode = members.find(
    (member) => kindOf(low, member) === id.method_definition && nodeText(tree, text, childByField(tree, member, field.name)) === 'constructor',
  )
  const made =
    constructorNode !== undefined
      ? lowerFunctionValue(low, constructorNode, { classIndex, isConstructor: true, first: initialise })
      : lowerFunction(low, {
          node,
          name,
          hasReceiver: true,
          classIndex,
          isConstructor: true,
          body: (parameters) => {
            if (bases.length > 0) callSuperConstructor(low, node, parameters)
            initialise(node)
          },
        }).value
  known.constructorFunction = low.store.a(made)
  let held = made
  for (const member of members) {
    if (member === constructorNode) continue
    const key = childByField(tree, member, field.name)
    if (kindOf(low, member) === id.method_definition) {
      const method = lowerFunctionValue(low, member, { classIndex, isConstructor: false })
      const methodName = key < 0 ? undefined : propertyName(low, key)
      const accessor = accessorOf(low, member)
      if (methodName !== undefined)
        (accessor === 'get' ? known.getters : accessor === 'set' ? known.setters : known.methods).set(methodName, low.store.a(method))
      if (accessor !== undefined) continue
      // Static methods are properties of the class.
      held = storeField(low, held, methodName, method, member)
    } else if (functionOf(member) >= 0) {
      const method = lowerFunctionValue(low, functionOf(member), { classIndex, isConstructor: false })
      const methodName = propertyName(low, fieldName(low, member))
      if (methodName !== undefined) known.methods.set(methodName, low.store.a(method))
    } else if (kindOf(low, member) === id.class_static_block) lowerFunctionValue(low, member, { classIndex, isConstructor: false })
    else if (isField(member) && isStaticMember(tree, text, member)) {
      const fieldKey = fieldName(low, member)
      const initial = lowerFieldFunction(low, member, classIndex)
      if (fieldKey >= 0 && initial >= 0) held = storeField(low, held, propertyName(low, fieldKey), callField(low, member, initial, -1), member)
    }
  }
  if (nameNode >= 0) {
    const declaration = low.names.declarationOf[nameNode]
    low.valueAt[nameNode] = held
    if (declaration >= 0) writeVariable(low, declaration, held)
  }
  low.valueAt[node] = held
  lowerMessageHandler(low, node, held)
  return held
}

/** A class without a constructor passes all arguments to the constructor of its superclass. */
function callSuperConstructor(low: JavaScriptLowering, node: number, parameters: ParameterList): void {
  const before = low.valueAt[node]
  const given = parameters.add({ node, name: '', kind: 'rest', variable: -1, type: -1, scalar: false })
  low.valueAt[node] = before
  const above = load(low, readVariable(low, receiverVariable(node), node), SYNTHETIC_KEY.super, node)
  const passed = [{ kind: 'spread' as const, value: given }]
  lowerCall(low, {
    node,
    callee: above,
    receiver: above,
    name: '',
    spelledName: 'super',
    arguments: passed,
    isConstruct: false,
    isTaggedTemplate: false,
  })
  if (isErrorClass(low, node)) storeErrorMessage(low, node, node, load(low, given, '0', node))
}

function basesOf(low: JavaScriptLowering, node: number): number[] {
  const { tree, kinds } = low
  const { id, field } = kinds
  const heritage = namedChildren(tree, node).find((child) => kindOf(low, child) === id.class_heritage)
  if (heritage === undefined) return []
  const clause = namedChildren(tree, heritage).find((child) => kindOf(low, child) !== id.implements_clause)
  if (clause === undefined) return []
  const base = kindOf(low, clause) === id.extends_clause ? childByField(tree, clause, field.value) : clause
  return base < 0 ? [] : [lowerExpression(low, base)]
}

/** The interfaces of the class: `implements Store`. */
function interfacesOf(low: JavaScriptLowering, node: number): number[] {
  const { tree, kinds } = low
  const { id } = kinds
  const heritage = namedChildren(tree, node).find((child) => kindOf(low, child) === id.class_heritage)
  const clause = heritage === undefined ? undefined : namedChildren(tree, heritage).find((child) => kindOf(low, child) === id.implements_clause)
  return clause === undefined
    ? []
    : namedChildren(tree, clause)
        .map((each) => typeOf(low, each))
        .filter((each) => each >= 0)
}

/** The JavaScript grammar names the field `property`, the TypeScript grammar `name`. */
function fieldName(low: JavaScriptLowering, member: number): number {
  const name = childByField(low.tree, member, low.kinds.field.name)
  return name >= 0 ? name : childByField(low.tree, member, low.kinds.field.property)
}

interface Field {
  readonly member: number
  readonly name: string | undefined
  /** Index of the initializer function; -1 for none. */
  readonly index: number
}

/** A field initializer is a function of its own: it can use the receiver and the scope of the class. */
function declareField(low: JavaScriptLowering, member: number, classIndex: number): Field {
  const { tree, kinds } = low
  const { field } = kinds
  const key = fieldName(low, member)
  const name = key < 0 ? undefined : propertyName(low, key)
  const type = name === undefined ? -1 : typeOf(low, childByField(tree, member, field.type))
  if (name !== undefined && type >= 0) addField(low, classIndex, name, type, true)
  const index = name === undefined ? -1 : lowerFieldFunction(low, member, classIndex)
  if (name !== undefined && index >= 0) addField(low, classIndex, name, low.functions[index].result, false)
  return { member, name, index }
}

function lowerFieldFunction(low: JavaScriptLowering, member: number, classIndex: number): number {
  const initial = childByField(low.tree, member, low.kinds.field.value)
  if (initial < 0) return -1
  return lowerFunction(low, {
    node: member,
    name: '',
    hasReceiver: true,
    classIndex,
    isConstructor: false,
    body: () => lowerResult(low, initial),
  }).index
}

function callField(low: JavaScriptLowering, member: number, index: number, receiver: number): number {
  return lowerCall(low, {
    node: member,
    callee: addValue(low, OP.function, member, index),
    receiver,
    name: '',
    spelledName: '',
    arguments: [],
    isConstruct: false,
    isTaggedTemplate: false,
  })
}

/** Fields are initialised before the constructor body. */
function setField(low: JavaScriptLowering, member: number, name: string | undefined, index: number, functionNode: number): void {
  const receiver = readVariable(low, receiverVariable(functionNode), member)
  const held = callField(low, member, index, receiver)
  const now = readVariable(low, receiverVariable(functionNode), member)
  writeBack(low, now, storeField(low, now, name, held, member), member)
}
