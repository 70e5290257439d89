import type { BoundedMemo } from './bounded-memo.ts'
import type { ExpressionForm } from './expression-form.ts'

export type BinaryForm = Extract<ExpressionForm, { kind: 'binary' }>

/**
 * The answer about `a + b + c + …`, from its left end, in a loop: sums of a thousand parts are as deep. All sums on the way get theirs, as each is asked for too.
 * `join` gives undefined when the rest cannot change that nothing is known.
 */
export function foldSpine<T>(
  memo: BoundedMemo<T>,
  node: number,
  formOf: (node: number) => ExpressionForm,
  join: (left: T, form: BinaryForm) => T,
): T {
  const spine: { readonly node: number; readonly form: BinaryForm }[] = []
  let left = node
  for (;;) {
    const form = formOf(left)
    if (form.kind !== 'binary' || (left !== node && memo.knows(left))) break
    spine.push({ node: left, form })
    left = form.left
  }
  let value = formOf(left).kind === 'binary' ? memo.askBeside(left) : memo.ask(left)
  for (let index = spine.length - 1; index >= 0; index--) {
    const part = spine[index]
    if (part === undefined) break
    value = join(value, part.form)
    if (index > 0) memo.note(part.node, value)
  }
  return value
}
