import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { ExpressionForm } from '../symbols/expression-form.ts'
import { readCall, readProperties } from './call-sites.ts'
import { enclosingClass, isSelfName } from './collect-bindings.ts'
import type { PythonKinds } from './node-kinds.ts'
import { stringParts } from './string-parts.ts'

const UNKNOWN: ExpressionForm = { kind: 'unknown' }

/** Reads a node of Python as an expression. */
export function readForm(kinds: PythonKinds, isComment: ReadonlySet<number>, tree: FlatTree, text: string, node: number): ExpressionForm {
  const { id, field, table } = kinds
  switch (table[tree.type[node]]) {
    case id.identifier: {
      const name = nodeText(tree, text, node)
      if (!isSelfName(name)) return { kind: 'identifier', name }
      const classNode = enclosingClass({ kinds, tree }, node)
      return classNode < 0 ? { kind: 'identifier', name } : { kind: 'self', classNode, name }
    }
    case id.attribute: {
      const attribute = childByField(tree, node, field.attribute)
      return { kind: 'member', object: childByField(tree, node, field.object), property: attribute < 0 ? undefined : nodeText(tree, text, attribute), index: -1 }
    }
    case id.subscript:
      return { kind: 'member', object: childByField(tree, node, field.value), property: undefined, index: childByField(tree, node, field.subscript) }
    case id.call: {
      const call = readCall(kinds, isComment, tree, text, node)
      return call === undefined ? UNKNOWN : { kind: 'call', callee: call.callee, arguments: call.arguments.map((argument) => argument.node), construct: false }
    }
    case id.parenthesized_expression:
    case id.await:
      return { kind: 'wrapper', inner: firstNamedChild(tree, node), type: -1 }
    case id.named_expression:
      return { kind: 'wrapper', inner: childByField(tree, node, field.value), type: -1 }
    case id.string:
    case id.concatenated_string:
      return readString(stringParts(kinds, tree, text, node))
    case id.integer:
    case id.float:
      return { kind: 'literal', value: Number(nodeText(tree, text, node).replaceAll('_', '')), type: 'number' }
    case id.true:
      return { kind: 'literal', value: true, type: 'bool' }
    case id.false:
      return { kind: 'literal', value: false, type: 'bool' }
    case id.none:
      return { kind: 'literal', value: null, type: 'None' }
    case id.binary_operator:
      return {
        kind: 'binary',
        operator: fieldText(tree, text, node, field.operator),
        left: childByField(tree, node, field.left),
        right: childByField(tree, node, field.right),
      }
    case id.unary_operator:
      return { kind: 'unary', operator: fieldText(tree, text, node, field.operator), operand: childByField(tree, node, field.argument) }
    case id.not_operator:
      return { kind: 'unary', operator: 'not', operand: childByField(tree, node, field.argument) }
    case id.boolean_operator:
      return { kind: 'choice', of: [childByField(tree, node, field.left), childByField(tree, node, field.right)] }
    case id.conditional_expression: {
      const [whenTrue = -1, , whenFalse = -1] = namedChildren(tree, node)
      return { kind: 'choice', of: [whenTrue, whenFalse] }
    }
    case id.list:
    case id.tuple:
    case id.set:
      return { kind: 'list', items: namedChildren(tree, node).map((item) => (table[tree.type[item]] === id.list_splat ? firstNamedChild(tree, item) : item)), type: 'list' }
    case id.dictionary:
      return readDictionary(kinds, tree, text, node)
    case id.lambda:
      return { kind: 'function' }
    default:
      return UNKNOWN
  }
}

function readString(parts: readonly (string | number)[]): ExpressionForm {
  return parts.every((part) => typeof part === 'string') ? { kind: 'literal', value: parts.join(''), type: 'str' } : { kind: 'template', parts, type: 'str' }
}

function readDictionary(kinds: PythonKinds, tree: FlatTree, text: string, node: number): ExpressionForm {
  const properties = readProperties(kinds, tree, text, node) ?? []
  return {
    kind: 'object',
    entries: properties.map(({ key, value }) => ({ key, value })),
    complete: properties.length === namedChildren(tree, node).filter((child) => kinds.table[tree.type[child]] !== 0).length,
    type: 'dict',
  }
}

function fieldText(tree: FlatTree, text: string, node: number, field: number): string {
  const child = childByField(tree, node, field)
  return child < 0 ? '' : nodeText(tree, text, child)
}
