import { allTexts, fewest } from '../matchers/node-matchers.ts'
import { needAll } from '../model/literal-need.ts'
import type { NodeMatcher } from '../model/matcher.ts'

/** Holds where both matchers hold. The bindings are those of `whole`. */
export function narrowMatcher(part: NodeMatcher | undefined, whole: NodeMatcher | undefined): NodeMatcher | undefined {
  return part === undefined || whole === undefined ? (part ?? whole) : narrow(part, whole)
}

function narrow(part: NodeMatcher, whole: NodeMatcher): NodeMatcher {
  return {
    need: needAll([part.need, whole.need]),
    types: part.types,
    callees: part.callees,
    names: part.names,
    parents: part.parents,
    around: fewest([part.around, whole.around]),
    texts: allTexts([part, whole]),
    ...(part.branches === undefined ? {} : { branches: part.branches.map((branch) => narrow(branch, whole)) }),
    test: (context, node, bindings, accept) => part.test(context, node, undefined, () => true) && whole.test(context, node, bindings, accept),
  }
}
