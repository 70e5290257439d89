import { type BranchFacts, membershipFacts, NO_FACTS } from './guard-facts.ts'
import type { TableLowering } from './language.ts'
import { kindOf, objectOf } from './visit-nodes.ts'

/** `for (const user of users) if (user.name === x)`: an element with the key `x` exists. */
export function elementEqualityFacts<L extends TableLowering<L>>(low: L, node: number, left: number, right: number): BranchFacts {
  if (isElement(low, left) === isElement(low, right)) return NO_FACTS
  return membershipFacts(low.language.factsOn(low, isElement(low, left) ? right : left), node)
}

/** Whether the expression is a loop element or a property of one. */
function isElement<L extends TableLowering<L>>(low: L, node: number): boolean {
  const declaration = rootDeclaration(low, node)
  return declaration >= 0 && low.tree.parent[declaration] >= 0 && low.language.isLoopVariable(low, declaration)
}

/** The declaration of the variable at the root of an access path; -1 for other expressions. */
export function rootDeclaration<L extends TableLowering<L>>(low: L, node: number): number {
  const { tree, syntax, names, kinds } = low
  let root = syntax.unwrap(tree, node)
  for (let object = objectOf(low, root); object >= 0; object = objectOf(low, root)) root = syntax.unwrap(tree, object)
  return kindOf(low, root) === kinds.id.identifier ? names.declarationOf[root] : -1
}
