import type { NodeContext } from '../model/matcher.ts'

/** True when two nodes are the same code: the same leaves in the same order, white space and comments aside. */
export function sameCode(context: NodeContext, left: number, right: number): boolean {
  if (left === right) return true
  const { tree, syntax } = context
  const { text } = context.file
  let a = left
  let b = right
  const endA = tree.next[left]
  const endB = tree.next[right]
  for (;;) {
    while (a < endA && (tree.next[a] > a + 1 || syntax.commentTypes.has(tree.type[a])))
      a = syntax.commentTypes.has(tree.type[a]) ? tree.next[a] : a + 1
    while (b < endB && (tree.next[b] > b + 1 || syntax.commentTypes.has(tree.type[b])))
      b = syntax.commentTypes.has(tree.type[b]) ? tree.next[b] : b + 1
    if (a >= endA || b >= endB) return a >= endA && b >= endB
    context.spend(1)
    const length = tree.end[a] - tree.start[a]
    if (length !== tree.end[b] - tree.start[b]) return false
    if (text.slice(tree.start[a], tree.end[a]) !== text.slice(tree.start[b], tree.end[b])) return false
    a++
    b++
  }
}
