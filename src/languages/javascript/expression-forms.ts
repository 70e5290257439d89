import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { ExpressionForm } from '../symbols/expression-form.ts'
import { propertyKey, readCall } from './call-sites.ts'
import { enclosingClass } from './collect-bindings.ts'
import type { NodeKinds } from './node-kinds.ts'
import { stringValue, unescapeSequence } from './string-value.ts'

const UNKNOWN: ExpressionForm = { kind: 'unknown' }

/** Reads a node of JavaScript or TypeScript as an expression. */
export function readForm(kinds: NodeKinds, isComment: ReadonlySet<number>, tree: FlatTree, text: string, node: number): ExpressionForm {
  const { id, field, table } = kinds
  const kind = table[tree.type[node]]
  switch (kind) {
    case id.identifier:
    case id.shorthand_property_identifier:
    case id.shorthand_property_identifier_pattern:
    case id.type_identifier:
      return { kind: 'identifier', name: nodeText(tree, text, node) }
    case id.member_expression: {
      const property = childByField(tree, node, field.property)
      return { kind: 'member', object: childByField(tree, node, field.object), property: property < 0 ? undefined : nodeText(tree, text, property), index: -1 }
    }
    case id.subscript_expression:
      return { kind: 'member', object: childByField(tree, node, field.object), property: undefined, index: childByField(tree, node, field.index) }
    case id.call_expression:
    case id.new_expression: {
      const call = readCall(kinds, isComment, tree, node)
      return call === undefined ? UNKNOWN : { kind: 'call', callee: call.callee, arguments: call.arguments.map((argument) => argument.node), construct: call.construct }
    }
    case id.this:
      return { kind: 'self', classNode: enclosingClass({ kinds, tree }, node), name: 'this' }
    case id.super:
      return { kind: 'identifier', name: 'super' }
    case id.import:
      return { kind: 'identifier', name: 'import' }
    case id.parenthesized_expression: {
      const inner = firstNamedChild(tree, node)
      const sequence = inner >= 0 && table[tree.type[inner]] === id.sequence_expression ? namedChildren(tree, inner).at(-1) : undefined
      return { kind: 'wrapper', inner: sequence ?? inner, type: -1 }
    }
    case id.await_expression:
    case id.non_null_expression:
      return { kind: 'wrapper', inner: firstNamedChild(tree, node), type: -1 }
    case id.as_expression:
    case id.satisfies_expression:
      return readCast(kinds, tree, text, node)
    case id.type_assertion:
      return { kind: 'wrapper', inner: namedChildren(tree, node).at(-1) ?? -1, type: -1 }
    case id.assignment_expression:
      return { kind: 'wrapper', inner: childByField(tree, node, field.right), type: -1 }
    case id.string:
      return { kind: 'literal', value: stringValue(kinds, tree, text, node), type: 'String' }
    case id.template_string:
      return { kind: 'template', parts: readTemplate(kinds, tree, text, node), type: 'String' }
    case id.number:
      return { kind: 'literal', value: numberValue(nodeText(tree, text, node)), type: 'Number' }
    case id.true:
      return { kind: 'literal', value: true, type: 'Boolean' }
    case id.false:
      return { kind: 'literal', value: false, type: 'Boolean' }
    case id.null:
      return { kind: 'literal', value: null, type: 'null' }
    case id.undefined:
      return { kind: 'opaque-constant', type: 'undefined' }
    case id.regex:
      return { kind: 'opaque-constant', type: 'RegExp' }
    case id.binary_expression:
      return readBinary(kinds, tree, text, node)
    case id.unary_expression:
      return { kind: 'unary', operator: fieldText(tree, text, node, field.operator), operand: childByField(tree, node, field.argument) }
    case id.ternary_expression:
      return { kind: 'choice', of: [childByField(tree, node, field.consequence), childByField(tree, node, field.alternative)] }
    case id.array:
      return { kind: 'list', items: namedChildren(tree, node).map((item) => (table[tree.type[item]] === id.spread_element ? firstNamedChild(tree, item) : item)), type: 'Array' }
    case id.object:
      return readObject(kinds, tree, text, node)
    case id.function_expression:
    case id.arrow_function:
    case id.generator_function:
      return { kind: 'function' }
    default:
      return UNKNOWN
  }
}

/** `x as const` says nothing of the type. */
function readCast(kinds: NodeKinds, tree: FlatTree, text: string, node: number): ExpressionForm {
  const [inner = -1, type = -1] = namedChildren(tree, node)
  return { kind: 'wrapper', inner, type: type >= 0 && nodeText(tree, text, type) !== 'const' && kinds.table[tree.type[type]] !== 0 ? type : -1 }
}

function readBinary(kinds: NodeKinds, tree: FlatTree, text: string, node: number): ExpressionForm {
  const { field } = kinds
  const left = childByField(tree, node, field.left)
  const right = childByField(tree, node, field.right)
  const operator = fieldText(tree, text, node, field.operator)
  return operator === '||' || operator === '??' || operator === '&&' ? { kind: 'choice', of: [left, right] } : { kind: 'binary', operator, left, right }
}

function readObject(kinds: NodeKinds, tree: FlatTree, text: string, node: number): ExpressionForm {
  const { id, field, table } = kinds
  const entries: { key: string; value: number }[] = []
  let complete = true
  for (const child of namedChildren(tree, node)) {
    const kind = table[tree.type[child]]
    if (kind === id.shorthand_property_identifier) entries.push({ key: nodeText(tree, text, child), value: child })
    else if (kind === id.pair) {
      const key = childByField(tree, child, field.key)
      const name = key < 0 ? undefined : propertyKey(kinds, tree, text, key)
      if (name === undefined) complete = false
      else entries.push({ key: name, value: childByField(tree, child, field.value) })
    } else if (kind !== 0) complete = false
  }
  return { kind: 'object', entries, complete, type: 'Object' }
}

function readTemplate(kinds: NodeKinds, tree: FlatTree, text: string, node: number): (string | number)[] {
  const { id, table } = kinds
  return namedChildren(tree, node).map((part) => {
    const kind = table[tree.type[part]]
    if (kind === id.template_substitution) return firstNamedChild(tree, part)
    return kind === id.escape_sequence ? unescapeSequence(nodeText(tree, text, part)) : nodeText(tree, text, part)
  })
}

function fieldText(tree: FlatTree, text: string, node: number, field: number): string {
  const child = childByField(tree, node, field)
  return child < 0 ? '' : nodeText(tree, text, child)
}

/** ECMA-262 numeric literals, separators and bigint suffix included. */
function numberValue(literal: string): number {
  const plain = literal.replaceAll('_', '').replace(/n$/, '')
  return /^0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain)
}
