import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { ExpressionForm } from '../symbols/expression-form.ts'
import { type FormReader, type FormSource, type FormTable, UNKNOWN_FORM } from '../symbols/form-table.ts'
import { tabulateEntries } from '../symbols/kind-table.ts'
import { elementReader, fixed, memberReader, readOperation, readUnary, readWrapper, valueReader } from '../symbols/read-forms.ts'
import { propertyKey } from './call-sites.ts'
import type { NodeKinds } from './node-kinds.ts'
import { stringValue, unescapeSequence } from './string-value.ts'

type Source = FormSource<NodeKinds>

/** How each kind of node of JavaScript and TypeScript is read as an expression. */
export function bindForms({ id, field }: NodeKinds): FormTable<NodeKinds> {
  return tabulateEntries<keyof NodeKinds['id'], FormReader<NodeKinds>>(id, [
    [readIdentifier, 'identifier', 'shorthand_property_identifier', 'shorthand_property_identifier_pattern', 'type_identifier', 'meta_property'],
    [memberReader(field.object, field.property), 'member_expression', 'nested_identifier'],
    [elementReader(field.object, field.index), 'subscript_expression'],
    [readCallForm, 'call_expression', 'new_expression'],
    [readWrapper, 'await_expression', 'non_null_expression', 'computed_property_name'],
    [readCast, 'as_expression', 'satisfies_expression'],
    [fixed({ kind: 'function' }), 'function_expression', 'arrow_function', 'generator_function'],
    [({ classAt }, node) => ({ kind: 'self', classNode: classAt(node), name: 'this' }), 'this'],
    [fixed({ kind: 'identifier', name: 'super' }), 'super'],
    [fixed({ kind: 'identifier', name: 'import' }), 'import'],
    [readParentheses, 'parenthesized_expression'],
    [readAssertion, 'type_assertion'],
    [valueReader(field.right), 'assignment_expression'],
    [({ kinds, tree, text }, node) => ({ kind: 'literal', value: stringValue(kinds, tree, text, node), type: 'String' }), 'string'],
    [(source, node) => ({ kind: 'template', parts: readTemplate(source, node), type: 'String' }), 'template_string'],
    [({ tree, text }, node) => ({ kind: 'literal', value: numberValue(nodeText(tree, text, node)), type: 'Number' }), 'number'],
    [fixed({ kind: 'literal', value: true, type: 'Boolean' }), 'true'],
    [fixed({ kind: 'literal', value: false, type: 'Boolean' }), 'false'],
    [fixed({ kind: 'literal', value: null, type: 'null' }), 'null'],
    [fixed({ kind: 'opaque-constant', type: 'undefined' }), 'undefined'],
    [fixed({ kind: 'opaque-constant', type: 'RegExp' }), 'regex'],
    [readBinary, 'binary_expression'],
    [readUnary, 'unary_expression'],
    [readTernary, 'ternary_expression'],
    [readArray, 'array'],
    [readObject, 'object'],
    [readEnum, 'enum_declaration'],
  ])
}

function readIdentifier({ tree, text }: Source, node: number): ExpressionForm {
  return { kind: 'identifier', name: nodeText(tree, text, node) }
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
  const operation = readOperation(source, node)
  const { operator, left, right } = operation
  if (operator === '&&') return { kind: 'choice', of: [left, right], named: [right] }
  return operator === '||' || operator === '??' ? { kind: 'choice', of: [left, right], named: [left, right] } : operation
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
