import { OP } from '../../../model/program.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { declareClass } from '../../lowering/declare-class.ts'
import { lowerFunction } from '../../lowering/lower-function.ts'
import { storeField, addValue } from '../../lowering/values.ts'
import { ERROR_CLASS } from './error-class.ts'
import { lowerClassField } from './lower-class-field.ts'
import { lowerFunctionValue } from './lower-function-value.ts'
import { storeDeclaredFields } from './lower-form.ts'
import { callMethodOnSelf, lowerRecord, callSuperConstructor } from './lower-record.ts'
import { assignTo, kindOf, lowerExpression, lowerStatement } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { readClass, type ClassSyntax, type ClassMember } from './read-class.ts'
import { type ClassRecord, recordClass } from './read-record.ts'

const ENUMERATIONS = /\b(?:Int|Str)?(?:Enum|Flag)\b|TextChoices\b/

/** Lowers a class to a value with its constructor, methods and fields, and binds its name. Returns that value. */
export function lowerClass(low: PythonLowering, node: number, decorators: readonly number[]): number {
  const written = readClass(low, node, decorators)
  const bases = written.bases.map((base) => lowerExpression(low, base))
  const isEnumeration = ENUMERATIONS.test(written.basesText)
  if (isEnumeration) low.enumerations.add(written.name)
  const record = recordClass(low, written)
  const constrainedFields = isEnumeration ? 'all' : record.constrained
  const classIndex = declareClass(low, { name: written.name, bases, constrainedFields, isInterface: false })
  const known = low.classes[classIndex]
  const methods = written.members.filter(({ isMethod }) => isMethod).flatMap((member) => lowerMethod(low, member, classIndex) ?? [])
  const constructor = methods.findLast(({ name }) => name === '__init__')?.value ?? makeConstructor(low, written, record, classIndex)
  known.constructorFunction = low.store.a(constructor)
  let held = storeField(low, addValue(low, OP.phi, node, constructor), '__init__', constructor, node)
  for (const method of methods) if (method.name !== '__init__') held = storeField(low, held, method.name, method.value, method.node)
  lowerOtherMembers(low, written, classIndex)
  for (const [key, fields] of known.fields) for (const each of fields) if (!each.isType) held = storeField(low, held, key, each.value, node)
  assignTo(low, written.nameNode, held)
  return held
}

interface Method {
  readonly name: string
  readonly value: number
  readonly node: number
}

/** Undefined for accessors. */
function lowerMethod(low: PythonLowering, { node, inner }: ClassMember, classIndex: number): Method | undefined {
  const { tree, text, kinds } = low
  const nameNode = childByField(tree, inner, kinds.field.name)
  const name = nameNode < 0 ? '' : nodeText(tree, text, nameNode)
  const decorators = inner === node ? [] : namedChildren(tree, node).filter((child) => kindOf(low, child) === kinds.id.decorator)
  for (const decorator of decorators) lowerExpression(low, firstNamedChild(tree, decorator))
  const made = lowerFunctionValue(low, inner, { classIndex, isConstructor: name === '__init__' }, decorators)
  if (nameNode >= 0) low.valueAt[nameNode] = made
  const { methods, getters, setters } = low.classes[classIndex]
  const accessor = accessorOf(low, decorators, name)
  ;(accessor === 'get' ? getters : accessor === 'set' ? setters : methods).set(name, low.store.a(made))
  return accessor === undefined ? { name, value: made, node: inner } : undefined
}

/** The accessor kind of `@property`, `@cached_property` and `@name.setter`. */
function accessorOf(low: PythonLowering, decorators: readonly number[], name: string): 'get' | 'set' | undefined {
  for (const decorator of decorators) {
    const written = nodeText(low.tree, low.text, decorator).replace(/^@\s*/, '')
    if (/(?:^|\.)(?:cached_|hybrid_|async_)?property$/.test(written)) return 'get'
    if (written === `${name}.setter`) return 'set'
  }
  return undefined
}

/** The constructor of a class without one: it stores the fields of a record or calls the constructor of the superclass. */
function makeConstructor(low: PythonLowering, written: ClassSyntax, record: ClassRecord, classIndex: number): number {
  const { node, name, bases, basesText } = written
  const { isRecord, fields, enforced } = record
  return lowerFunction(low, {
    node,
    name,
    hasReceiver: isRecord || bases.length > 0,
    classIndex,
    isConstructor: true,
    body: (parameters) => {
      if (!isRecord) {
        if (bases.length === 0) return
        callSuperConstructor(low, node, parameters, ERROR_CLASS.test(basesText))
        storeDeclaredFields(low, written, parameters.values())
        return
      }
      lowerRecord(low, node, fields, parameters, { isTuple: /\bNamedTuple\b/.test(basesText), limited: enforced })
      if (low.classes[classIndex].methods.has('__post_init__')) callMethodOnSelf(low, node, '__post_init__')
    },
  }).value
}

/** Lowers fields and other statements of the class body. */
function lowerOtherMembers(low: PythonLowering, { members }: ClassSyntax, classIndex: number): void {
  low.classDepth++
  for (const { node, isMethod } of members) {
    if (isMethod) continue
    if (kindOf(low, node) === low.kinds.id.expression_statement) lowerClassField(low, node, classIndex)
    else lowerStatement(low, node)
  }
  low.classDepth--
}
