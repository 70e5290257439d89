import type { Bindings } from '../../model/bindings.ts'
import type { NodeContext } from '../../model/matcher.ts'
import { NODE_NAMED } from '../../model/tree.ts'
import { bindList } from './bind-list.ts'
import { matchNode } from './match-pattern.ts'
import type { PatternNode } from './pattern-node.ts'

/** Consecutive statements, starting at `node`, with gaps only for ellipses. `accept` gets the node of the last statement. */
export function matchStatements(
  context: NodeContext,
  patterns: readonly PatternNode[],
  node: number,
  bindings: Bindings,
  accept: (bindings: Bindings, last: number) => boolean,
): boolean {
  const { tree, syntax } = context
  const parent = tree.parent[node]
  if (parent < 0 || !syntax.pattern.blockTypes.has(tree.type[parent])) return false

  // Siblings are visited without a list: in a block of ten thousand statements each may be the first.
  const step = (p: number, target: number, last: number, known: Bindings): boolean => {
    const pattern = patterns[p]
    if (pattern === undefined) return accept(known, last)
    if (pattern.kind === 'ellipsis') return skip(p, target, last, known)
    return (
      target >= 0 &&
      matchNode(context, pattern, target, known, (next) => step(p + 1, statementFrom(context, parent, tree.next[target]), target, next))
    )
  }

  const skip = (p: number, target: number, last: number, known: Bindings): boolean => {
    const name = patterns[p]?.kind === 'ellipsis' ? patterns[p].name : undefined
    const isLast = p === patterns.length - 1
    const skipped: number[] = []
    let before = last
    for (let at = target; ; at = statementFrom(context, parent, tree.next[at])) {
      context.spend(1)
      if (!isLast || at < 0) {
        const bound = bindList(context, name, skipped, known)
        if (bound !== false && step(p + 1, at, before, bound)) return true
      }
      if (at < 0) return false
      if (name !== undefined) skipped.push(at)
      if (isLast) before = at
    }
  }
  return step(0, node, node, bindings)
}

/** The first statement of the block at or after this node, or -1. */
function statementFrom({ tree, syntax }: NodeContext, block: number, from: number): number {
  for (let at = from; at < tree.next[block]; at = tree.next[at]) {
    const type = tree.type[at]
    if ((tree.flags[at] & NODE_NAMED) !== 0 && !syntax.commentTypes.has(type) && !syntax.pattern.optionalTypes.has(type)) return at
  }
  return -1
}
