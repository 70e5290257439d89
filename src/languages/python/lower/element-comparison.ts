import { childByField, nodeText } from '../../../model/tree-access.ts'
import { elementEquality, type ElementReader } from '../../lowering/element-comparison.ts'
import type { BranchFacts } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** `for user in users: if user.name == x`: an element with the key `x` exists. */
export function elementEqualityFacts(low: PythonLowering, node: number, left: number, right: number): BranchFacts {
  return elementEquality(low, node, left, right, READER)
}

/** Elements of loops and comprehensions. Request data does not count. */
const READER: ElementReader<PythonLowering> = {
  factsOn,
  isName: (low, node) => kindOf(low, node) === low.kinds.id.identifier,
  objectOf: (low, node) => (kindOf(low, node) === low.kinds.id.attribute ? childByField(low.tree, node, low.kinds.field.object) : -1),
  isLoopVariable: (low, declaration) => {
    const { id, field } = low.kinds
    const loop = low.tree.parent[declaration]
    if (kindOf(low, loop) !== id.for_statement && kindOf(low, loop) !== id.for_in_clause) return false
    return childByField(low.tree, loop, field.left) === declaration && !isRequestData(low, childByField(low.tree, loop, field.right))
  },
}

/** Whether the collection may come from a client: `name in request.form`. */
export function isRequestData(low: PythonLowering, node: number): boolean {
  const held = low.symbols.valueOf(node)
  return [node, held].some((each) =>
    /\b(?:request|req|body|payload|form|json|params|query|args|kwargs|data)\b/i.test(nodeText(low.tree, low.text, each).slice(0, 80)),
  )
}
