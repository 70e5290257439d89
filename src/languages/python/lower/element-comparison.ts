import { childByField, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Whether a loop or comprehension assigns each element to the variable. Request data does not count. */
export function isLoopVariable(low: PythonLowering, declaration: number): boolean {
  const { id, field } = low.kinds
  const loop = low.tree.parent[declaration]
  if (kindOf(low, loop) !== id.for_statement && kindOf(low, loop) !== id.for_in_clause) return false
  return childByField(low.tree, loop, field.left) === declaration && !isRequestData(low, childByField(low.tree, loop, field.right))
}

/** Whether the collection may come from a client: `name in request.form`. */
export function isRequestData(low: PythonLowering, node: number): boolean {
  const held = low.symbols.valueOf(node)
  return [node, held].some((each) =>
    /\b(?:request|req|body|payload|form|json|params|query|args|kwargs|data)\b/i.test(nodeText(low.tree, low.text, each).slice(0, 80)),
  )
}
