import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { ExpressionForm } from '../symbols/expression-form.ts'
import { fieldText, type FormReader, type FormSource, type FormTable, UNKNOWN_FORM } from '../symbols/form-table.ts'
import { readCall, readProperties } from './call-sites.ts'
import { isSelfName } from './collect-bindings.ts'
import type { PythonKinds } from './node-kinds.ts'
import { stringParts } from './string-parts.ts'

type Source = FormSource<PythonKinds>

const TRUE: ExpressionForm = { kind: 'literal', value: true, type: 'bool' }
const FALSE: ExpressionForm = { kind: 'literal', value: false, type: 'bool' }
const NONE: ExpressionForm = { kind: 'literal', value: null, type: 'None' }
const FUNCTION: ExpressionForm = { kind: 'function' }

/** How each kind of node of Python is read as an expression. */
export function bindForms({ id }: PythonKinds): FormTable<PythonKinds> {
  const forms: (FormReader<PythonKinds> | undefined)[] = []
  // Of `[*f(x)]` the grammar makes a call of `*f`.
  for (const kind of [id.parenthesized_expression, id.await, id.list_splat])
    forms[kind] = ({ tree }, node) => ({ kind: 'wrapper', inner: firstNamedChild(tree, node), type: -1 })
  for (const kind of [id.string, id.concatenated_string]) forms[kind] = readString
  for (const kind of [id.integer, id.float]) forms[kind] = readNumber
  for (const kind of [id.list, id.tuple, id.set, id.expression_list]) forms[kind] = readList
  forms[id.identifier] = readIdentifier
  forms[id.attribute] = readAttribute
  forms[id.subscript] = ({ kinds: { field }, tree }, node) => ({
    kind: 'member',
    object: childByField(tree, node, field.value),
    property: undefined,
    index: childByField(tree, node, field.subscript),
  })
  forms[id.call] = readCallForm
  forms[id.named_expression] = ({ kinds: { field }, tree }, node) => ({ kind: 'wrapper', inner: childByField(tree, node, field.value), type: -1 })
  forms[id.true] = () => TRUE
  forms[id.false] = () => FALSE
  forms[id.none] = () => NONE
  forms[id.lambda] = () => FUNCTION
  forms[id.binary_operator] = readBinary
  forms[id.unary_operator] = (source, node) => ({
    kind: 'unary',
    operator: fieldText(source, node, source.kinds.field.operator),
    operand: childByField(source.tree, node, source.kinds.field.argument),
  })
  forms[id.not_operator] = ({ kinds: { field }, tree }, node) => ({
    kind: 'unary',
    operator: 'not',
    operand: childByField(tree, node, field.argument),
  })
  forms[id.boolean_operator] = readBoolean
  forms[id.conditional_expression] = readConditional
  forms[id.dictionary] = readDictionary
  return forms
}

function readIdentifier({ tree, text, classAt }: Source, node: number): ExpressionForm {
  const name = nodeText(tree, text, node)
  const classNode = isSelfName(name) ? classAt(node) : -1
  return classNode < 0 ? { kind: 'identifier', name } : { kind: 'self', classNode, name }
}

function readAttribute({ kinds: { field }, tree, text }: Source, node: number): ExpressionForm {
  const attribute = childByField(tree, node, field.attribute)
  return {
    kind: 'member',
    object: childByField(tree, node, field.object),
    property: attribute < 0 ? undefined : nodeText(tree, text, attribute),
    index: -1,
  }
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

function readBinary(source: Source, node: number): ExpressionForm {
  const { field } = source.kinds
  return {
    kind: 'binary',
    operator: fieldText(source, node, field.operator),
    left: childByField(source.tree, node, field.left),
    right: childByField(source.tree, node, field.right),
  }
}

function readBoolean(source: Source, node: number): ExpressionForm {
  const { field } = source.kinds
  const left = childByField(source.tree, node, field.left)
  const right = childByField(source.tree, node, field.right)
  return { kind: 'choice', of: [left, right], named: fieldText(source, node, field.operator) === 'and' ? [right] : [left, right] }
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
