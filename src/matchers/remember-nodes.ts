import type { Bindings } from '../model/bindings.ts'
import type { Accept, NodeContext, NodeMatcher } from '../model/matcher.ts'
import type { FlatTree } from '../model/tree.ts'

const [HOLDS, FAILS] = [1, 2]

/**
 * Wraps a matcher that is tested repeatedly on the nodes of a tree: each node is tested once, and again only if it holds with bindings. Results are
 * cached only while none of its metavariables is bound. If bindings can only narrow it (`isNarrowed`), a failure without bindings also applies with
 * them: in a long function each write queries the same few assignments.
 */
export function rememberNodes(matcher: NodeMatcher, metavariables: ReadonlySet<string>, isNarrowed = false): NodeMatcher {
  const answers = new WeakMap<FlatTree, Uint8Array>()
  const isClosed = metavariables.size === 0
  /** By node; 0 if it was not tested. */
  const answersIn = (tree: FlatTree): Uint8Array => {
    const known = answers.get(tree) ?? new Uint8Array(tree.count)
    answers.set(tree, known)
    return known
  }
  const failsUnbound = (context: NodeContext, node: number): boolean => {
    const known = answersIn(context.tree)
    if (known[node] === 0) known[node] = matcher.test(context, node, undefined, () => true) ? HOLDS : FAILS
    return known[node] === FAILS
  }
  return {
    ...matcher,
    test: (context, node, bindings, accept) => {
      if (!isClosed && bindsOne(bindings, metavariables))
        return !(isNarrowed && failsUnbound(context, node)) && matcher.test(context, node, bindings, accept)
      const known = answersIn(context.tree)
      if (known[node] === FAILS) return false
      if (known[node] === HOLDS) return isClosed ? accept(bindings) : matcher.test(context, node, bindings, accept)
      if (!isClosed) return tryOpen(matcher, known, context, node, bindings, accept)
      known[node] = matcher.test(context, node, undefined, () => true) ? HOLDS : FAILS
      return known[node] === HOLDS && accept(bindings)
    },
  }
}

function tryOpen(matcher: NodeMatcher, known: Uint8Array, context: NodeContext, node: number, bindings: Bindings, accept: Accept): boolean {
  let answer = FAILS
  const accepted = matcher.test(context, node, bindings, (next) => {
    answer = HOLDS
    return accept(next)
  })
  known[node] = answer
  return accepted
}

function bindsOne(bindings: Bindings, metavariables: ReadonlySet<string>): boolean {
  for (let at = bindings; at !== undefined; at = at.rest) if (metavariables.has(at.name)) return true
  return false
}
