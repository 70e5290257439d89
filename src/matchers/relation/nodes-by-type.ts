import type { FlatTree } from '../../model/tree.ts'

/** Nodes of a tree by type: those of type `t` are in order from `first[t]` up to `first[t + 1]`. */
interface TypeIndex {
  readonly first: Uint32Array
  readonly nodes: Uint32Array
}

const indexes = new WeakMap<FlatTree, TypeIndex>()

/** The first node of a type in a range, or -1. Uses an index that is built on first use. */
export function nextOfType(tree: FlatTree, type: number, from: number, end: number): number {
  const index = indexes.get(tree) ?? indexTypes(tree)
  const { first, nodes } = index
  indexes.set(tree, index)
  if (type + 1 >= first.length) return -1
  let low = first[type]
  let high = first[type + 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (nodes[middle] < from) low = middle + 1
    else high = middle
  }
  return low < first[type + 1] && nodes[low] < end ? nodes[low] : -1
}

function indexTypes({ type, count }: FlatTree): TypeIndex {
  let most = 0
  for (let node = 0; node < count; node++) if (type[node] > most) most = type[node]
  const first = new Uint32Array(most + 2)
  for (let node = 0; node < count; node++) first[type[node] + 1]++
  for (let each = 0; each <= most; each++) first[each + 1] += first[each]
  const nodes = new Uint32Array(count)
  const next = first.slice()
  for (let node = 0; node < count; node++) nodes[next[type[node]]++] = node
  return { first, nodes }
}
