import { BOUNDS } from '../../../model/bounds.ts'
import { childByField, namedChildren } from '../../../model/tree-access.ts'
import type { GuardFact } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Maximum length of a call chain. */
const MAX_CHAINED = BOUNDS.queryChain.value

/** Facts about the values of a query that are not arguments of the call itself: `query(T).filter_by(name=name).first()`, `filter(T.name == name)`. */
export function queryFacts(low: PythonLowering, call: number): readonly GuardFact[] {
  const { tree, text, kinds } = low
  const found: GuardFact[] = []
  let at = call
  for (let steps = 0; steps < MAX_CHAINED; steps++) {
    const site = low.syntax.callAt(tree, text, at)
    if (site === undefined) break
    if (at !== call)
      for (const { node } of site.arguments) {
        const compared = kindOf(low, node) === kinds.id.comparison_operator ? namedChildren(tree, node) : [node]
        found.push(...compared.flatMap((each) => factsOn(low, each)))
      }
    const callee = low.syntax.unwrap(tree, site.callee)
    if (kindOf(low, callee) !== kinds.id.attribute) break
    at = low.syntax.unwrap(tree, childByField(tree, callee, kinds.field.object))
  }
  return found
}
