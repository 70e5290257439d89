import type { NodeContext } from '../model/matcher.ts'

/**
 * True if two nodes are the same code: equal leaves in equal order, and equal text between them, such as string content. White space, comments and
 * the kind of quotes do not matter.
 */
export function sameCode(context: NodeContext, left: number, right: number): boolean {
  if (left === right) return true
  const { tree, syntax } = context
  const { text } = context.file
  const { commentTypes } = syntax
  let a = left
  let b = right
  const endA = tree.next[left]
  const endB = tree.next[right]
  let readA = tree.start[left]
  let readB = tree.start[right]
  for (;;) {
    for (; a < endA && (tree.next[a] > a + 1 || commentTypes.has(tree.type[a])); a = commentTypes.has(tree.type[a]) ? tree.next[a] : a + 1)
      if (commentTypes.has(tree.type[a])) readA = tree.end[a]
    for (; b < endB && (tree.next[b] > b + 1 || commentTypes.has(tree.type[b])); b = commentTypes.has(tree.type[b]) ? tree.next[b] : b + 1)
      if (commentTypes.has(tree.type[b])) readB = tree.end[b]
    const betweenA = text.slice(readA, a < endA ? tree.start[a] : tree.end[left])
    const betweenB = text.slice(readB, b < endB ? tree.start[b] : tree.end[right])
    if (betweenA !== betweenB && (betweenA.trim() !== '' || betweenB.trim() !== '')) return false
    if (a >= endA || b >= endB) return a >= endA && b >= endB
    context.spend(1)
    if (!sameLeaf(context, a, b)) return false
    readA = tree.end[a]
    readB = tree.end[b]
    a++
    b++
  }
}

function sameLeaf({ tree, syntax, file }: NodeContext, a: number, b: number): boolean {
  if (tree.end[a] - tree.start[a] !== tree.end[b] - tree.start[b]) return false
  const left = file.text.slice(tree.start[a], tree.end[a])
  const right = file.text.slice(tree.start[b], tree.end[b])
  const { ignoredTypes } = syntax.pattern
  return left === right || (ignoredTypes.has(tree.type[a]) && ignoredTypes.has(tree.type[b]) && withOneQuote(left) === withOneQuote(right))
}

function withOneQuote(token: string): string {
  return token.replaceAll("'", '"')
}
