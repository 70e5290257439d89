import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { OP } from '../../../model/program.ts'
import { withinDepth } from '../../lowering/create-lowering.ts'
import { phi, load, storeField, addValue } from '../../lowering/values.ts'
import { writeBack, writeVariable } from '../../lowering/variables.ts'
import { invalidatePath } from '../../lowering/refine.ts'
import { addField, declareClass, recordFieldUpdate } from '../../lowering/declare-class.ts'
import { loadRest } from '../../lowering/load-rest.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { constantKey, propertyName } from './property-name.ts'
import { accessPathOf } from './guarded-expressions.ts'

/** Assigns to a name, a member or a pattern. */
export function assignTo(low: JavaScriptLowering, target: number, given: number): void {
  if (target < 0) return
  withinDepth(
    low,
    () => assignKind(low, target, given),
    () => {},
  )
}

function assignKind(low: JavaScriptLowering, target: number, given: number): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const child = (name: number): number => childByField(tree, target, name)
  switch (kindOf(low, target)) {
    case id.identifier:
    case id.shorthand_property_identifier_pattern:
      assignName(low, target, given)
      return
    case id.member_expression:
    case id.subscript_expression:
      assignMember(low, target, given)
      recordField(low, target, given)
      recordPrototype(low, target, given)
      recordExport(low, target, given)
      return
    case id.assignment_pattern:
    case id.object_assignment_pattern: {
      const left = child(field.left)
      const fallback = lowerExpression(low, child(field.right))
      const part = kindOf(low, left) === id.shorthand_property_identifier_pattern ? load(low, given, nodeText(tree, text, left), left) : given
      assignTo(low, left, phi(low, target, [part, fallback]))
      return
    }
    case id.object_pattern: {
      // The rest object excludes the properties that were destructured before.
      let left = given
      for (const part of namedChildren(tree, target)) {
        assignProperty(low, part, kindOf(low, part) === id.rest_pattern ? left : given)
        const key = patternKey(low, part)
        if (key !== undefined) left = storeField(low, left, key, addValue(low, OP.unknown, part), part)
      }
      return
    }
    case id.array_pattern:
      assignElements(low, target, given)
      return
    case id.rest_pattern:
      assignTo(low, firstNamedChild(tree, target), given)
      return
    case id.parenthesized_expression:
    case id.non_null_expression:
    case id.as_expression:
    case id.variable_declarator:
      assignTo(low, firstNamedChild(tree, target), given)
      return
    case id.lexical_declaration:
    case id.variable_declaration:
      assignTo(low, firstNamedChild(tree, target), given)
      return
    default:
      lowerExpression(low, target)
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

function assignName(low: JavaScriptLowering, target: number, given: number): void {
  const declaration = low.names.declarationOf[target]
  low.valueAt[target] = given
  if (low.frame.guardsPaths) invalidatePath(low, `${declaration}:`)
  writeVariable(low, declaration >= 0 ? declaration : low.globalVariable(nodeText(low.tree, low.text, target)), given)
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

/** Holes count: `[, b]` binds the second element. */
function assignElements(low: JavaScriptLowering, target: number, given: number): void {
  const { tree, text, kinds } = low
  let index = 0
  for (let child = target + 1; child < tree.next[target]; child = tree.next[child]) {
    if ((tree.flags[child] & 1) === 0) {
      if (nodeText(tree, text, child) === ',') index++
      continue
    }
    if (low.syntax.commentTypes.has(tree.type[child])) continue
    const rest = kindOf(low, child) === kinds.id.rest_pattern
    assignTo(low, child, rest ? loadRest(low, given, index, child) : load(low, given, String(index), child))
  }
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

/** Assigns to a member expression. */
function assignMember(low: JavaScriptLowering, node: number, part: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const base = lowerExpression(low, childByField(tree, node, field.object))
  const isMember = kindOf(low, node) === id.member_expression
  const property = childByField(tree, node, isMember ? field.property : field.index)
  if (!isMember) lowerExpression(low, property)
  const key = isMember ? (property < 0 ? undefined : nodeText(tree, low.text, property)) : constantKey(low, property)
  low.valueAt[node] = part
  const path = low.frame.guardsPaths ? accessPathOf(low, node) : undefined
  if (path !== undefined) invalidatePath(low, path)
  const changed = storeField(low, base, key, part, node)
  if (!isMember) recordFieldUpdate(low, base, changed)
  writeBack(low, base, changed, node)
}
