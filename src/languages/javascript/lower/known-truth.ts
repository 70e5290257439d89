import { nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Whether a condition is constant. */
export function knownTruth(low: JavaScriptLowering, node: number): boolean | undefined {
  const constant = node < 0 ? undefined : low.symbols.constantOf(node)
  if (constant === undefined) return node >= 0 && kindOf(low, node) === low.kinds.id.undefined ? false : undefined
  return Boolean(constant)
}

/** Whether a returned expression is truthy, where that is known: `null`, `{ error: 'no' }`, `['no']`, `new Error()`, `` `${name} is taken` ``. */
export function returnedTruth(low: JavaScriptLowering, node: number): boolean | undefined {
  const known = knownTruth(low, node)
  if (known !== undefined || node < 0) return known
  const { id } = low.kinds
  const inner = low.syntax.unwrap(low.tree, node)
  const kind = kindOf(low, inner)
  if (kind === id.object || kind === id.array || kind === id.new_expression) return true
  return kind === id.template_string && hasText(low, inner) ? true : undefined
}

function hasText({ tree, text }: JavaScriptLowering, template: number): boolean {
  return /^`[^$`]|\}(?:[^$`}]+|[^$`}]*\})(?:`$|\$\{)/.test(nodeText(tree, text, template).slice(0, 400))
}
