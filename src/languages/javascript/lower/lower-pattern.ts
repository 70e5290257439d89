import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { deeper, join, load, storePart, writeBack, writeVariable } from '../../lowering/create-lowering.ts'
import { type JavaScriptLowering, kindOf, lowerExpression } from './javascript-lowering.ts'
import { keyOf, propertyName } from './property-name.ts'

/** Assigns to a name, a member or a pattern. */
export function assignTo(low: JavaScriptLowering, target: number, given: number): void {
  if (target < 0) return
  deeper(
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
      noteField(low, target, given)
      noteExport(low, target, given)
      return
    case id.assignment_pattern:
    case id.object_assignment_pattern: {
      const left = child(field.left)
      const fallback = lowerExpression(low, child(field.right))
      const part = kindOf(low, left) === id.shorthand_property_identifier_pattern ? load(low, given, nodeText(tree, text, left), left) : given
      assignTo(low, left, join(low, target, [part, fallback]))
      return
    }
    case id.object_pattern:
      for (const part of namedChildren(tree, target)) assignProperty(low, part, given)
      return
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

function assignName(low: JavaScriptLowering, target: number, given: number): void {
  const declaration = low.names.declarationOf[target]
  low.valueAt[target] = given
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

/** Holes count: `[, b]` takes the second element. */
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
    assignTo(low, child, rest ? given : load(low, given, String(index), child))
  }
}

/** `this.f = v`: what any method puts there tells what the field may be. */
function noteField(low: JavaScriptLowering, target: number, given: number): void {
  const { tree, text, kinds } = low
  const object = childByField(tree, target, kinds.field.object)
  const property = childByField(tree, target, kinds.field.property)
  if (object < 0 || property < 0 || kindOf(low, object) !== kinds.id.this) return
  const home = low.names.indexOf.get(low.names.declarationOf[object])
  const classIndex = home === undefined ? -1 : low.functions[home].classIndex
  if (classIndex >= 0) addField(low, classIndex, nodeText(tree, text, property), given, false)
}

export function addField(low: JavaScriptLowering, classIndex: number, name: string, held: number, isType: boolean): void {
  const { fields } = low.classes[classIndex]
  const known = fields.get(name)
  if (known === undefined) fields.set(name, [{ value: held, isType }])
  else known.push({ value: held, isType })
}

/** `module.exports = v`, `exports.f = v`, `module.exports.f = v`. */
function noteExport(low: JavaScriptLowering, target: number, given: number): void {
  const { tree, text } = low
  const path = nodeText(tree, text, target).slice(0, 100).replace(/\s/g, '')
  const found = /^(?:module\.)?exports(?:\.([A-Za-z_$][\w$]*)(?:\.[\w$.]+)?)?$/.exec(path)
  if (found === null || path === 'exports') return
  low.exports.push({ name: found[1] ?? '', value: given })
}

/** Puts a part into what a member expression stands for. */
function assignMember(low: JavaScriptLowering, node: number, part: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  const base = lowerExpression(low, childByField(tree, node, field.object))
  const isMember = kindOf(low, node) === id.member_expression
  const property = childByField(tree, node, isMember ? field.property : field.index)
  if (!isMember) lowerExpression(low, property)
  const key = isMember ? (property < 0 ? undefined : nodeText(tree, low.text, property)) : keyOf(low, property)
  low.valueAt[node] = part
  writeBack(low, base, storePart(low, base, key, part, node), node)
}
