import { childByField, firstNamedChild, nodeText } from '../../model/tree-access.ts'
import type { ExpressionForm } from './expression-form.ts'
import { fieldText, type FormReader, type FormSource } from './form-table.ts'

interface FieldKinds {
  readonly field: Readonly<Record<'left' | 'right' | 'operator' | 'argument', number>>
}

/** An expression that only wraps the one within: parentheses, `await`. */
export function readWrapper({ tree }: FormSource<unknown>, node: number): ExpressionForm {
  return { kind: 'wrapper', inner: firstNamedChild(tree, node), type: -1 }
}

/** `x op y` */
export function readOperation<Kinds extends FieldKinds>(source: FormSource<Kinds>, node: number): Extract<ExpressionForm, { kind: 'binary' }> {
  const { kinds, tree } = source
  const left = childByField(tree, node, kinds.field.left)
  return { kind: 'binary', operator: fieldText(source, node, kinds.field.operator), left, right: childByField(tree, node, kinds.field.right) }
}

/** `-x` */
export function readUnary<Kinds extends FieldKinds>(source: FormSource<Kinds>, node: number): ExpressionForm {
  const { field } = source.kinds
  return { kind: 'unary', operator: fieldText(source, node, field.operator), operand: childByField(source.tree, node, field.argument) }
}

/** `object.key` */
export function memberReader<Kinds>(object: number, key: number): FormReader<Kinds> {
  return ({ tree, text }, node) => {
    const property = childByField(tree, node, key)
    return {
      kind: 'member',
      object: childByField(tree, node, object),
      property: property < 0 ? undefined : nodeText(tree, text, property),
      index: -1,
    }
  }
}

/** `object[index]` */
export function elementReader<Kinds>(object: number, index: number): FormReader<Kinds> {
  return ({ tree }, node) => ({
    kind: 'member',
    object: childByField(tree, node, object),
    property: undefined,
    index: childByField(tree, node, index),
  })
}

/** An expression with the value of the one in the field: an assignment. */
export function valueReader<Kinds>(field: number): FormReader<Kinds> {
  return ({ tree }, node) => ({ kind: 'wrapper', inner: childByField(tree, node, field), type: -1 })
}

/** A literal that is the same everywhere. */
export function fixed<Kinds>(form: ExpressionForm): FormReader<Kinds> {
  return () => form
}
