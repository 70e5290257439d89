import type { Bindings } from '../model/bindings.ts'
import { boundText } from '../model/bound.ts'
import type { NodeContext, NodeMatcher } from '../model/matcher.ts'
import type { FlatTree } from '../model/tree.ts'

/** Below a node of fewer, looking again takes as long as remembering. */
const FEW = 64

/**
 * A matcher that looks through all below a node, and of whose metavariables some are bound: where nothing was found for a text that they stand for, nothing is
 * looked for again. A file that calls `exec` a thousand times is not asked a thousand times whether it declares it. For matchers that compare nothing but code.
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

/** What those of the metavariables that are bound stand for; empty when none is. */
function textsOf(context: NodeContext, bindings: Bindings, metavariables: ReadonlySet<string>): string {
  let texts = ''
  for (let at = bindings; at !== undefined; at = at.rest) if (metavariables.has(at.name)) texts += `\0${at.name}\0${boundText(context, at.bound)}`
  return texts
}
