import { nodeText } from '../../model/tree-access.ts'
import { calledMethod } from './called-method.ts'
import { baseFactsOf } from './derived-values.ts'
import { factsAfterReturn, type GuardFact } from './guard-facts.ts'
import type { TableLowering } from './language.ts'

/** Facts after a statement that calls a rejecting function: `assertName(req.params.name)`, `(ROOT / name).resolve().relative_to(ROOT)`. */
export function rejectionFacts<L extends TableLowering<L>>(low: L, node: number): readonly GuardFact[] {
  const { tree, text, syntax, language } = low
  const call = syntax.unwrap(tree, node)
  const site = call < 0 ? undefined : syntax.callAt(tree, text, call)
  if (site === undefined || !language.rejection.name.test(nodeText(tree, text, site.callee).slice(-60))) return []
  const { object } = calledMethod(low, site)
  return [
    ...(object < 0 || !language.rejection.checksReceiver ? [] : factsAfterReturn(baseFactsOf(low, object), call, -1)),
    ...site.arguments.flatMap((argument, index) => [
      ...factsAfterReturn(
        language.factsOn(low, argument.node).filter(({ target }) => 'path' in target),
        call,
        index,
      ),
      ...factsAfterReturn(baseFactsOf(low, argument.node), call, -1),
    ]),
  ]
}
