import type { FlatTree } from '../../model/tree.ts'
import { childByField, nodeText } from '../../model/tree-access.ts'
import type { ExpressionForm } from './expression-form.ts'

/** What reading an expression of a file needs. */
export interface FormSource<Kinds> {
  readonly kinds: Kinds
  readonly commentTypes: ReadonlySet<number>
  readonly tree: FlatTree
  readonly text: string
  /** The class whose method or body holds the node, -1 when there is none. */
  classAt(node: number): number
}

export type FormReader<Kinds> = (source: FormSource<Kinds>, node: number) => ExpressionForm

/** Readers by kind of node; what has none is no expression that is known. */
export type FormTable<Kinds> = readonly (FormReader<Kinds> | undefined)[]

export const UNKNOWN_FORM: ExpressionForm = { kind: 'unknown' }

/** Reads a node as an expression. */
export function readForm<Kinds extends { readonly table: Uint8Array }>(
  forms: FormTable<Kinds>,
  source: FormSource<Kinds>,
  node: number,
): ExpressionForm {
  return forms[source.kinds.table[source.tree.type[node]]]?.(source, node) ?? UNKNOWN_FORM
}

/** The text of the child in a field, such as an operator; empty when there is none. */
export function fieldText({ tree, text }: Pick<FormSource<unknown>, 'tree' | 'text'>, node: number, field: number): string {
  const child = childByField(tree, node, field)
  return child < 0 ? '' : nodeText(tree, text, child)
}
