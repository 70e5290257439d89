import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'

/** Whether a condition is certainly true or false. */
export function constantTruth(low: JavaScriptLowering, node: number): boolean | undefined {
  const constant = node < 0 ? undefined : low.symbols.constantOf(node)
  if (constant === undefined) return node >= 0 && kindOf(low, node) === low.kinds.id.undefined ? false : undefined
  return Boolean(constant)
}
