import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { ExpressionForm } from '../symbols/expression-form.ts'
import { fieldText, type FormReader, type FormSource, type FormTable, UNKNOWN_FORM } from '../symbols/form-table.ts'
import { propertyKey } from './call-sites.ts'
import type { NodeKinds } from './node-kinds.ts'
import { stringValue, unescapeSequence } from './string-value.ts'

type Source = FormSource<NodeKinds>

const TRUE: ExpressionForm = { kind: 'literal', value: true, type: 'Boolean' }
const FALSE: ExpressionForm = { kind: 'literal', value: false, type: 'Boolean' }
const NULL: ExpressionForm = { kind: 'literal', value: null, type: 'null' }
const UNDEFINED: ExpressionForm = { kind: 'opaque-constant', type: 'undefined' }
const REGEX: ExpressionForm = { kind: 'opaque-constant', type: 'RegExp' }
const FUNCTION: ExpressionForm = { kind: 'function' }
const SUPER: ExpressionForm = { kind: 'identifier', name: 'super' }
const IMPORT: ExpressionForm = { kind: 'identifier', name: 'import' }

/** How each kind of node of JavaScript and TypeScript is read as an expression. */
export function bindForms({ id }: NodeKinds): FormTable<NodeKinds> {
  const forms: (FormReader<NodeKinds> | undefined)[] = []
  for (const kind of [
    id.identifier,
    id.shorthand_property_identifier,
    id.shorthand_property_identifier_pattern,
    id.type_identifier,
    id.meta_property,
  ])
    forms[kind] = readIdentifier
  for (const kind of [id.member_expression, id.nested_identifier]) forms[kind] = readMember
  for (const kind of [id.call_expression, id.new_expression]) forms[kind] = readCallForm
  for (const kind of [id.await_expression, id.non_null_expression])
    forms[kind] = ({ tree }, node) => ({ kind: 'wrapper', inner: firstNamedChild(tree, node), type: -1 })
  for (const kind of [id.as_expression, id.satisfies_expression]) forms[kind] = readCast
  for (const kind of [id.function_expression, id.arrow_function, id.generator_function]) forms[kind] = () => FUNCTION
  forms[id.subscript_expression] = ({ kinds: { field }, tree }, node) => ({
    kind: 'member',
    object: childByField(tree, node, field.object),
    property: undefined,
    index: childByField(tree, node, field.index),
  })
  forms[id.this] = ({ classAt }, node) => ({ kind: 'self', classNode: classAt(node), name: 'this' })
  forms[id.computed_property_name] = ({ tree }, node) => ({ kind: 'wrapper', inner: firstNamedChild(tree, node), type: -1 })
  forms[id.super] = () => SUPER
  forms[id.import] = () => IMPORT
  forms[id.parenthesized_expression] = readParentheses
  forms[id.type_assertion] = readAssertion
  forms[id.assignment_expression] = ({ kinds: { field }, tree }, node) => ({
    kind: 'wrapper',
    inner: childByField(tree, node, field.right),
    type: -1,
  })
  forms[id.string] = ({ kinds, tree, text }, node) => ({ kind: 'literal', value: stringValue(kinds, tree, text, node), type: 'String' })
  forms[id.template_string] = (source, node) => ({ kind: 'template', parts: readTemplate(source, node), type: 'String' })
  forms[id.number] = ({ tree, text }, node) => ({ kind: 'literal', value: numberValue(nodeText(tree, text, node)), type: 'Number' })
  forms[id.true] = () => TRUE
  forms[id.false] = () => FALSE
  forms[id.null] = () => NULL
  forms[id.undefined] = () => UNDEFINED
  forms[id.regex] = () => REGEX
  forms[id.binary_expression] = readBinary
  forms[id.unary_expression] = (source, node) => ({
    kind: 'unary',
    operator: fieldText(source, node, source.kinds.field.operator),
    operand: childByField(source.tree, node, source.kinds.field.argument),
  })
  forms[id.ternary_expression] = readTernary
  forms[id.array] = readArray
  forms[id.object] = readObject
  forms[id.enum_declaration] = readEnum
  return forms
}

function readIdentifier({ tree, text }: Source, node: number): ExpressionForm {
  return { kind: 'identifier', name: nodeText(tree, text, node) }
}

function readMember({ kinds: { field }, tree, text }: Source, node: number): ExpressionForm {
  const property = childByField(tree, node, field.property)
  return {
    kind: 'member',
    object: childByField(tree, node, field.object),
    property: property < 0 ? undefined : nodeText(tree, text, property),
    index: -1,
  }
}

function readCallForm({ kinds, commentTypes, tree, text }: Source, node: number): ExpressionForm {
  const { id, field, table } = kinds
  const construct = table[tree.type[node]] === id.new_expression
  const callee = childByField(tree, node, construct ? field.constructor : field.function)
  const list = childByField(tree, node, field.arguments)
  if (callee < 0) return UNKNOWN_FORM
  const isTemplate = list >= 0 && table[tree.type[list]] === id.template_string
  const passed = list < 0 ? [] : isTemplate ? [list] : namedChildren(tree, list)
  const args: number[] = []
  for (const argument of passed) {
    if (table[tree.type[argument]] === id.spread_element) args.push(firstNamedChild(tree, argument))
    else if (!commentTypes.has(tree.type[argument])) args.push(argument)
  }
  const [first = -1] = args
  if (first >= 0 && tree.end[callee] - tree.start[callee] === FREEZE.length && text.startsWith(FREEZE, tree.start[callee]))
    return { kind: 'wrapper', inner: first, type: -1 }
  return { kind: 'call', callee, arguments: args, construct }
}

/** Gives back what it is given, fixed. */
const FREEZE = 'Object.freeze'

function readParentheses({ kinds: { id, table }, tree }: Source, node: number): ExpressionForm {
  const inner = firstNamedChild(tree, node)
  const last = inner >= 0 && table[tree.type[inner]] === id.sequence_expression ? namedChildren(tree, inner).at(-1) : undefined
  return { kind: 'wrapper', inner: last ?? inner, type: -1 }
}

/** `x as const` says nothing of the type. */
function readCast({ kinds, tree }: Source, node: number): ExpressionForm {
  const [inner = -1, type = -1] = namedChildren(tree, node)
  return { kind: 'wrapper', inner, type: type >= 0 && kinds.table[tree.type[type]] !== 0 ? type : -1 }
}

/** `<T>x`. */
function readAssertion({ tree }: Source, node: number): ExpressionForm {
  const [type = -1, inner = -1] = namedChildren(tree, node)
  return { kind: 'wrapper', inner, type: type < 0 ? -1 : firstNamedChild(tree, type) }
}

function readBinary(source: Source, node: number): ExpressionForm {
  const { kinds, tree } = source
  const left = childByField(tree, node, kinds.field.left)
  const right = childByField(tree, node, kinds.field.right)
  const operator = fieldText(source, node, kinds.field.operator)
  if (operator === '&&') return { kind: 'choice', of: [left, right], named: [right] }
  return operator === '||' || operator === '??'
    ? { kind: 'choice', of: [left, right], named: [left, right] }
    : { kind: 'binary', operator, left, right }
}

function readTernary({ kinds: { field }, tree }: Source, node: number): ExpressionForm {
  const of = [childByField(tree, node, field.consequence), childByField(tree, node, field.alternative)]
  return { kind: 'choice', of, named: of }
}

/** An item that is left out has no node. */
function readArray({ kinds: { id, table }, tree, text }: Source, node: number): ExpressionForm {
  const items: number[] = []
  let complete = true
  let empty = true
  for (let child = node + 1; child < tree.next[node]; child = tree.next[child]) {
    const kind = table[tree.type[child]]
    if (kind === 0) {
      if (text[tree.start[child]] !== ',' || tree.end[child] - tree.start[child] !== 1) continue
      if (empty) complete = false
      empty = true
      continue
    }
    if (kind === id.spread_element) complete = false
    items.push(kind === id.spread_element ? firstNamedChild(tree, child) : child)
    empty = false
  }
  return { kind: 'list', items, complete, type: 'Array' }
}

function readObject({ kinds, commentTypes, tree, text }: Source, node: number): ExpressionForm {
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
    } else if (kind === id.spread_element) {
      // What is spread may have any of the keys before it.
      entries.length = 0
      complete = false
    } else if (!commentTypes.has(tree.type[child])) complete = false
  }
  return { kind: 'object', entries, complete, type: 'Object' }
}

/** Members with a written value; numbered ones are not known. */
function readEnum({ kinds, commentTypes, tree, text }: Source, node: number): ExpressionForm {
  const { id, field, table } = kinds
  const body = childByField(tree, node, field.body)
  const entries: { key: string; value: number }[] = []
  let complete = true
  for (const child of body < 0 ? [] : namedChildren(tree, body)) {
    const name = childByField(tree, child, field.name)
    if (table[tree.type[child]] === id.enum_assignment && name >= 0)
      entries.push({ key: propertyKey(kinds, tree, text, name) ?? '', value: childByField(tree, child, field.value) })
    else if (!commentTypes.has(tree.type[child])) complete = false
  }
  return { kind: 'object', entries, complete, type: 'Object' }
}

function readTemplate({ kinds, tree, text }: Source, node: number): (string | number)[] {
  const { id, table } = kinds
  return namedChildren(tree, node).map((part) => {
    const kind = table[tree.type[part]]
    if (kind === id.template_substitution) return firstNamedChild(tree, part)
    return kind === id.escape_sequence ? unescapeSequence(nodeText(tree, text, part)) : nodeText(tree, text, part)
  })
}

/** ECMA-262 numeric literals, separators and bigint suffix included. */
function numberValue(literal: string): number {
  const plain = literal.replaceAll('_', '').replace(/n$/, '')
  return /^0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain)
}
