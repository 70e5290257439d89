import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { ExpressionForm } from '../symbols/expression-form.ts'
import { type FormReader, type FormSource, type FormTable, UNKNOWN_FORM } from '../symbols/form-table.ts'
import { tabulateEntries } from '../symbols/kind-table.ts'
import { elementReader, fixed, memberReader, readOperation, readUnary, readWrapper, valueReader } from '../symbols/read-forms.ts'
import { readCall, readProperties } from './call-sites.ts'
import { isSelfName } from './collect-bindings.ts'
import type { PythonKinds } from './node-kinds.ts'
import { stringParts } from './string-parts.ts'

type Source = FormSource<PythonKinds>

/** How each kind of node of Python is read as an expression. */
export function bindForms({ id, field }: PythonKinds): FormTable<PythonKinds> {
  return tabulateEntries<keyof PythonKinds['id'], FormReader<PythonKinds>>(id, [
    // Of `[*f(x)]` the grammar makes a call of `*f`.
    [readWrapper, 'parenthesized_expression', 'await', 'list_splat'],
    [readString, 'string', 'concatenated_string'],
    [readNumber, 'integer', 'float'],
    [readList, 'list', 'tuple', 'set', 'expression_list'],
    [readIdentifier, 'identifier'],
    [memberReader(field.object, field.attribute), 'attribute'],
    [elementReader(field.value, field.subscript), 'subscript'],
    [readCallForm, 'call'],
    [valueReader(field.value), 'named_expression'],
    [fixed({ kind: 'literal', value: true, type: 'bool' }), 'true'],
    [fixed({ kind: 'literal', value: false, type: 'bool' }), 'false'],
    [fixed({ kind: 'literal', value: null, type: 'None' }), 'none'],
    [fixed({ kind: 'function' }), 'lambda'],
    [readOperation, 'binary_operator'],
    [readUnary, 'unary_operator'],
    [({ tree }, node) => ({ kind: 'unary', operator: 'not', operand: childByField(tree, node, field.argument) }), 'not_operator'],
    [readBoolean, 'boolean_operator'],
    [readConditional, 'conditional_expression'],
    [readDictionary, 'dictionary'],
  ])
}

function readIdentifier({ tree, text, classAt }: Source, node: number): ExpressionForm {
  const name = nodeText(tree, text, node)
  const classNode = isSelfName(name) ? classAt(node) : -1
  return classNode < 0 ? { kind: 'identifier', name } : { kind: 'self', classNode, name }
}

function readCallForm({ kinds, commentTypes, tree, text }: Source, node: number): ExpressionForm {
  const call = readCall(kinds, commentTypes, tree, text, node)
  if (call === undefined) return UNKNOWN_FORM
  const callee = nodeText(tree, text, call.callee)
  // Classes are called by names that begin with a capital (PEP 8).
  return {
    kind: 'call',
    callee: call.callee,
    arguments: call.arguments.map((argument) => argument.node),
    construct: /(?:^|\.)_*[A-Z]\w*$/.test(callee.slice(-80)),
  }
}

function readString({ kinds, tree, text }: Source, node: number): ExpressionForm {
  // What a format makes of a value is not worked out.
  const parts = stringParts(kinds, tree, text, node).map((part) =>
    typeof part === 'number' && isFormatted(kinds, tree, tree.parent[part]) ? -1 : part,
  )
  return parts.every((part) => typeof part === 'string')
    ? { kind: 'literal', value: parts.join(''), type: 'str' }
    : { kind: 'template', parts, type: 'str' }
}

function isFormatted({ id, table }: PythonKinds, tree: FlatTree, interpolation: number): boolean {
  return namedChildren(tree, interpolation).some(
    (child) => table[tree.type[child]] === id.format_specifier || table[tree.type[child]] === id.type_conversion,
  )
}

/** Complex numbers are no scalars. */
function readNumber({ tree, text }: Source, node: number): ExpressionForm {
  // `0777` is octal in Python 2, and no number in Python 3.
  const value = Number(
    nodeText(tree, text, node)
      .replaceAll('_', '')
      .replace(/[lL]$/, '')
      .replace(/^0(?=[0-7]+$)/, '0o'),
  )
  return Number.isNaN(value) ? { kind: 'opaque-constant', type: 'number' } : { kind: 'literal', value, type: 'number' }
}

function readBoolean(source: Source, node: number): ExpressionForm {
  const { operator, left, right } = readOperation(source, node)
  return { kind: 'choice', of: [left, right], named: operator === 'and' ? [right] : [left, right] }
}

function readConditional({ tree }: Source, node: number): ExpressionForm {
  const [whenTrue = -1, , whenFalse = -1] = namedChildren(tree, node)
  return { kind: 'choice', of: [whenTrue, whenFalse], named: [whenTrue, whenFalse] }
}

function readList({ kinds: { id, table }, commentTypes, tree }: Source, node: number): ExpressionForm {
  const children = namedChildren(tree, node).filter((child) => !commentTypes.has(tree.type[child]))
  const isSplat = (child: number): boolean => table[tree.type[child]] === id.list_splat
  return {
    kind: 'list',
    items: children.map((item) => (isSplat(item) ? firstNamedChild(tree, item) : item)),
    complete: table[tree.type[node]] !== id.set && !children.some(isSplat),
    type: 'list',
  }
}

function readDictionary({ kinds, commentTypes, tree, text }: Source, node: number): ExpressionForm {
  const properties = readProperties(kinds, tree, text, node) ?? []
  const children = namedChildren(tree, node).filter((child) => !commentTypes.has(tree.type[child]))
  // What is spread may have any of the keys before it.
  const spread = children.findLast((child) => kinds.table[tree.type[child]] === kinds.id.dictionary_splat) ?? -1
  const entries = properties.flatMap(({ key, value }) => (value > spread ? [{ key, value }] : []))
  return { kind: 'object', entries, complete: properties.length === children.length, type: 'dict' }
}
