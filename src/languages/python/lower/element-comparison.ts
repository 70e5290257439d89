import { childByField, nodeText } from '../../../model/tree-access.ts'
import { type BranchFacts, membershipFacts, NO_FACTS } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** `for user in users: if user.name == x`: an element with the key `x` exists. */
export function elementEqualityFacts(low: PythonLowering, node: number, left: number, right: number): BranchFacts {
  if (isElement(low, left) === isElement(low, right)) return NO_FACTS
  return membershipFacts(factsOn(low, isElement(low, left) ? right : left), node)
}

/** Whether the expression is an element of a loop or comprehension, or an attribute of one. Request data does not count. */
function isElement(low: PythonLowering, node: number): boolean {
  const { tree } = low
  const { id, field } = low.kinds
  let root = low.syntax.unwrap(tree, node)
  while (root >= 0 && kindOf(low, root) === id.attribute) root = low.syntax.unwrap(tree, childByField(tree, root, field.object))
  const declaration = root < 0 || kindOf(low, root) !== id.identifier ? -1 : low.names.declarationOf[root]
  const loop = declaration < 0 ? -1 : tree.parent[declaration]
  if (loop < 0 || (kindOf(low, loop) !== id.for_statement && kindOf(low, loop) !== id.for_in_clause)) return false
  return childByField(tree, loop, field.left) === declaration && !isRequestData(low, childByField(tree, loop, field.right))
}

/** Whether the collection may come from a client: `name in request.form`. */
export function isRequestData(low: PythonLowering, node: number): boolean {
  const held = low.symbols.valueOf(node)
  return [node, held].some((each) =>
    /\b(?:request|req|body|payload|form|json|params|query|args|kwargs|data)\b/i.test(nodeText(low.tree, low.text, each).slice(0, 80)),
  )
}
