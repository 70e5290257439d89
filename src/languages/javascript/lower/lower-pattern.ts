import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { OP } from '../../../model/program.ts'
import { phi, load, storeField, addValue } from '../../lowering/values.ts'
import { addField, declareClass } from '../../lowering/declare-class.ts'
import { assignTo, kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { propertyName } from './property-name.ts'

/** Assigns to `x = fallback` in a pattern. */
export function assignDefault(low: JavaScriptLowering, target: number, given: number): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const left = childByField(tree, target, field.left)
  const fallback = lowerExpression(low, childByField(tree, target, field.right))
  const part = kindOf(low, left) === id.shorthand_property_identifier_pattern ? load(low, given, nodeText(tree, text, left), left) : given
  assignTo(low, left, phi(low, target, [part, fallback]))
}

/** Assigns to `{ a, b: c, ...rest }`. The rest object excludes the properties that were destructured before. */
export function assignProperties(low: JavaScriptLowering, target: number, given: number): void {
  let left = given
  for (const part of namedChildren(low.tree, target)) {
    assignProperty(low, part, kindOf(low, part) === low.kinds.id.rest_pattern ? left : given)
    const key = patternKey(low, part)
    if (key !== undefined) left = storeField(low, left, key, addValue(low, OP.unknown, part), part)
  }
}

function patternKey(low: JavaScriptLowering, part: number): string | undefined {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const kind = kindOf(low, part)
  if (kind === id.shorthand_property_identifier_pattern) return nodeText(tree, text, part)
  if (kind === id.object_assignment_pattern) return nodeText(tree, text, childByField(tree, part, field.left))
  const key = kind === id.pair_pattern ? childByField(tree, part, field.key) : -1
  return key >= 0 && kindOf(low, key) !== id.computed_property_name ? propertyName(low, key) : undefined
}

function assignProperty(low: JavaScriptLowering, part: number, given: number): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  switch (kindOf(low, part)) {
    case id.shorthand_property_identifier_pattern:
      assignTo(low, part, load(low, given, nodeText(tree, text, part), part))
      return
    case id.object_assignment_pattern:
      assignTo(low, part, given)
      return
    case id.pair_pattern:
      assignTo(low, childByField(tree, part, field.value), load(low, given, propertyName(low, childByField(tree, part, field.key)), part))
      return
    case id.rest_pattern:
      assignTo(low, firstNamedChild(tree, part), given)
      return
    default:
  }
}

/** Records what an assignment to a member declares: a field of the class, a method of a prototype, an export. */
export function memberAssigned(low: JavaScriptLowering, target: number, given: number): void {
  recordField(low, target, given)
  recordPrototype(low, target, given)
  recordExport(low, target, given)
}

/** Records a field of the class for `this.f = v`. */
function recordField(low: JavaScriptLowering, target: number, given: number): void {
  const { tree, text, kinds } = low
  const object = childByField(tree, target, kinds.field.object)
  const property = childByField(tree, target, kinds.field.property)
  if (object < 0 || property < 0 || kindOf(low, object) !== kinds.id.this) return
  const home = low.names.indexOf.get(low.names.declarationOf[object])
  const classIndex = home === undefined ? -1 : low.functions[home].classIndex
  if (classIndex >= 0) addField(low, classIndex, nodeText(tree, text, property), given, false)
}

/** Records a method for `Person.prototype.greet = function …`. It makes the function `Person` a constructor. */
function recordPrototype(low: JavaScriptLowering, target: number, given: number): void {
  const { tree, text, kinds, store } = low
  const { id, field } = kinds
  const object = childByField(tree, target, field.object)
  const method = childByField(tree, target, field.property)
  if (object < 0 || method < 0 || kindOf(low, target) !== id.member_expression) return
  const name = nodeText(tree, text, method)
  if (kindOf(low, object) === id.member_expression && store.op(given) === OP.function) recordMethod(low, object, name, given)
  else if (name === 'prototype') recordMethods(low, target, given)
}

/** Records the functions of an object as methods: `Person.prototype = { greet() … }`, `Object.assign(Person.prototype, { … })`. */
export function recordMethods(low: JavaScriptLowering, prototype: number, given: number): void {
  const { store } = low
  let at = given
  for (let steps = 0; steps < 300 && store.op(at) === OP.store; steps++) {
    if (store.op(store.b(at)) === OP.function) recordMethod(low, prototype, low.strings[store.key(at)] ?? '', store.b(at))
    at = store.a(at)
  }
}

/** `prototype` is the node of `Person.prototype`. */
function recordMethod(low: JavaScriptLowering, prototype: number, name: string, given: number): void {
  const { tree, text, kinds, store } = low
  const { id, field } = kinds
  if (kindOf(low, prototype) !== id.member_expression) return
  const owner = childByField(tree, prototype, field.object)
  if (nodeText(tree, text, childByField(tree, prototype, field.property)) !== 'prototype' || kindOf(low, owner) !== id.identifier) return
  const made = baseFunction(low, low.valueAt[owner])
  const maker = made >= 0 && store.op(made) === OP.function ? low.functions[store.a(made)] : undefined
  if (maker === undefined) return
  if (maker.classIndex < 0) {
    maker.classIndex = declareClass(low, { name: maker.name, bases: [], constrainedFields: [], isInterface: false })
    maker.isConstructor = true
    low.classes[maker.classIndex].constructorFunction = store.a(made)
  }
  low.functions[store.a(given)].classIndex = maker.classIndex
  if (name !== 'constructor') low.classes[maker.classIndex].methods.set(name, store.a(given))
}

/** The function before stores into its properties: `Page` after `Page.prototype = Object.create(Base.prototype)`. */
function baseFunction({ store }: JavaScriptLowering, value: number): number {
  let at = value
  for (let steps = 0; steps < 300 && at >= 0 && store.op(at) === OP.store; steps++) at = store.a(at)
  return at
}

/** Records the exports `module.exports = v`, `exports.f = v`, `module.exports.f = v`. */
function recordExport(low: JavaScriptLowering, target: number, given: number): void {
  const { tree, text } = low
  const path = nodeText(tree, text, target).slice(0, 100).replace(/\s/g, '')
  const found = /^(?:module\.)?exports(?:\.([A-Za-z_$][\w$]*)(?:\.[\w$.]+)?)?$/.exec(path)
  if (found === null || path === 'exports') return
  low.exports.push({ name: found[1] ?? '', value: given })
}
