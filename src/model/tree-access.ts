import { type FlatTree, NODE_NAMED } from './tree.ts'

/** The first child with this field id. -1 if there is none or `field` is 0. */
export function childByField(tree: FlatTree, node: number, field: number): number {
  if (field === 0) return -1
  const end = tree.next[node]
  for (let child = node + 1; child < end; child = tree.next[child]) if (tree.field[child] === field) return child
  return -1
}

/** Whether the grammar names the node: no punctuation, no keyword. */
export function isNamed(tree: FlatTree, node: number): boolean {
  return (tree.flags[node] & NODE_NAMED) !== 0
}

/** Named children in order, comments included. */
export function namedChildren(tree: FlatTree, node: number): number[] {
  const children: number[] = []
  const end = tree.next[node]
  for (let child = node + 1; child < end; child = tree.next[child]) if ((tree.flags[child] & NODE_NAMED) !== 0) children.push(child)
  return children
}

/** The first named child, or -1. */
export function firstNamedChild(tree: FlatTree, node: number): number {
  const end = tree.next[node]
  for (let child = node + 1; child < end; child = tree.next[child]) if ((tree.flags[child] & NODE_NAMED) !== 0) return child
  return -1
}

/** The code of a node. `text` is the source of the tree. */
export function nodeText(tree: FlatTree, text: string, node: number): string {
  return text.slice(tree.start[node], tree.end[node])
}
