import type { NodeMatcher } from '../model/matcher.ts'
import type { FlatTree } from '../model/tree.ts'

const [UNKNOWN, HOLDS, FAILS] = [0, 1, 2]

/** A closed matcher (see `isClosed`) that is asked about the nodes of a tree again and again: each is tried once. */
export function rememberNodes(matcher: NodeMatcher): NodeMatcher {
  const answers = new WeakMap<FlatTree, Uint8Array>()
  return {
    ...matcher,
    test: (context, node, bindings, accept) => {
      const { tree } = context
      let known = answers.get(tree)
      if (known === undefined) {
        known = new Uint8Array(tree.count)
        answers.set(tree, known)
      }
      if (known[node] === UNKNOWN) known[node] = matcher.test(context, node, undefined, () => true) ? HOLDS : FAILS
      return known[node] === HOLDS && accept(bindings)
    },
  }
}
