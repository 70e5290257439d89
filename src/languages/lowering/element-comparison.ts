import { type BranchFacts, type GuardFact, membershipFacts, NO_FACTS } from './guard-facts.ts'
import type { Lowering } from './lowering.ts'

/** What the reader of comparisons with elements must know of a language. */
export interface ElementReader<L extends Lowering> {
  isName(low: L, node: number): boolean
  /** The object of a property access; -1 for other expressions. */
  objectOf(low: L, node: number): number
  /** Whether the parent of the declaration is a loop that assigns each element to it. */
  isLoopVariable(low: L, declaration: number): boolean
  factsOn(low: L, node: number): readonly GuardFact[]
}

/** `for (const user of users) if (user.name === x)`: an element with the key `x` exists. */
export function elementEquality<L extends Lowering>(low: L, node: number, left: number, right: number, reader: ElementReader<L>): BranchFacts {
  if (isElement(low, left, reader) === isElement(low, right, reader)) return NO_FACTS
  return membershipFacts(reader.factsOn(low, isElement(low, left, reader) ? right : left), node)
}

/** Whether the expression is a loop element or a property of one. */
function isElement<L extends Lowering>(low: L, node: number, reader: ElementReader<L>): boolean {
  const declaration = rootDeclaration(low, node, reader)
  return declaration >= 0 && low.tree.parent[declaration] >= 0 && reader.isLoopVariable(low, declaration)
}

/** The declaration of the variable at the root of an access path; -1 for other expressions. */
export function rootDeclaration<L extends Lowering>(
  low: L,
  node: number,
  { isName, objectOf }: Pick<ElementReader<L>, 'isName' | 'objectOf'>,
): number {
  const { tree, syntax, names } = low
  let root = syntax.unwrap(tree, node)
  for (let object = objectOf(low, root); object >= 0; object = objectOf(low, root)) root = syntax.unwrap(tree, object)
  return root >= 0 && isName(low, root) ? names.declarationOf[root] : -1
}
