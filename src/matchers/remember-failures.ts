import type { Bindings } from '../model/bindings.ts'
import { boundText } from '../model/bound.ts'
import type { NodeContext, NodeMatcher } from '../model/matcher.ts'
import type { FlatTree } from '../model/tree.ts'

/** Below smaller nodes, searching again takes as long as a lookup. */
const FEW = 64

/**
 * Wraps a matcher that searches all descendants with some metavariables bound: a text for which nothing was found is not searched again. A file that
 * calls `exec` a thousand times is not searched a thousand times for its declaration. Only for matchers that just compare code.
 */
export function rememberFailures(matcher: NodeMatcher, metavariables: ReadonlySet<string>): NodeMatcher {
  const failures = new WeakMap<FlatTree, Set<string>>()
  return {
    ...matcher,
    test: (context, node, bindings, accept) => {
      const { tree } = context
      const asked = tree.next[node] - node > FEW ? textsOf(context, bindings, metavariables) : ''
      if (asked === '') return matcher.test(context, node, bindings, accept)
      const known = failures.get(tree) ?? new Set<string>()
      failures.set(tree, known)
      const question = `${node}${asked}`
      if (known.has(question)) return false
      let found = false
      const accepted = matcher.test(context, node, bindings, (next) => {
        found = true
        return accept(next)
      })
      if (!found) known.add(question)
      return accepted
    },
  }
}

/** The texts of the bound metavariables. Empty if none is bound. */
function textsOf(context: NodeContext, bindings: Bindings, metavariables: ReadonlySet<string>): string {
  let texts = ''
  for (let at = bindings; at !== undefined; at = at.rest) if (metavariables.has(at.name)) texts += `\0${at.name}\0${boundText(context, at.bound)}`
  return texts
}
