import type { ExpressionForm } from './expression-form.ts'

/** Calls with more arguments are kept. */
const MANY_ARGUMENTS = 8

/** Reading a table of ten thousand entries takes as long each time, so the forms that hold others are kept. */
export function rememberLarge(formOf: (node: number) => ExpressionForm): (node: number) => ExpressionForm {
  const large = new Map<number, ExpressionForm>()
  return (node) => {
    const known = large.size === 0 ? undefined : large.get(node)
    if (known !== undefined) return known
    const form = formOf(node)
    if (isLarge(form)) large.set(node, form)
    return form
  }
}

function isLarge(form: ExpressionForm): boolean {
  if (form.kind === 'call') return form.arguments.length > MANY_ARGUMENTS
  return form.kind === 'object' || form.kind === 'list' || form.kind === 'template'
}
