import type { Language, Tree, TreeCursor } from 'web-tree-sitter'
import { Query } from 'web-tree-sitter'
import { ERROR_TYPE, NODE_EXTRA, NODE_MISSING, NODE_NAMED } from '../../model/tree.ts'
import { allocateArrays, type DecodedTree, type TreeArrays } from './tree-arrays.ts'

/** Bounds the search for supertypes: tree-sitter's Query is quadratic on broken files. */
const MAX_SUPERTYPE_CALLBACKS = 1000

/** Returns the same result as `decodeTree` with tree-sitter's public cursor: slower, but independent of the memory layout. */
export function walkTree(tree: Tree, language: Language, supertypeNames: readonly string[]): DecodedTree {
  const cursor = tree.walk()
  try {
    return walk(cursor, tree, language, supertypeNames)
  } finally {
    cursor.delete()
  }
}

function walk(cursor: TreeCursor, tree: Tree, language: Language, supertypeNames: readonly string[]): DecodedTree {
  const arrays = allocateArrays(tree.rootNode.descendantCount)
  const indexOfNode = new Map<number, number>()
  let count = 0
  let firstError = -1
  let maxDepth = 0
  let owner = -1
  const owners: number[] = []
  for (;;) {
    const node = cursor.currentNode
    const me = count++
    arrays.type[me] = cursor.nodeTypeId
    arrays.start[me] = cursor.startIndex
    arrays.end[me] = cursor.endIndex
    arrays.field[me] = cursor.currentFieldId
    arrays.parent[me] = owner
    arrays.flags[me] = (cursor.nodeIsNamed ? NODE_NAMED : 0) | (node.isExtra ? NODE_EXTRA : 0) | (cursor.nodeIsMissing ? NODE_MISSING : 0)
    indexOfNode.set(node.id, me)
    if (firstError < 0 && (cursor.nodeTypeId === ERROR_TYPE || cursor.nodeIsMissing)) firstError = me
    if (cursor.gotoFirstChild()) {
      owners.push(owner)
      owner = me
      if (owners.length > maxDepth) maxDepth = owners.length
      continue
    }
    arrays.next[me] = count
    let done = false
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        done = true
        break
      }
      arrays.next[owner] = count
      owner = owners.pop() ?? -1
    }
    if (done) break
  }
  markSupertypes(tree, language, supertypeNames, arrays, indexOfNode)
  return { arrays, shape: { count, firstError, depth: maxDepth } }
}

function markSupertypes(
  tree: Tree,
  language: Language,
  names: readonly string[],
  arrays: TreeArrays,
  indexOfNode: ReadonlyMap<number, number>,
): void {
  if (names.length === 0) return
  const query = new Query(language, names.map((name, bit) => `(${name}) @s${bit}`).join('\n'))
  let callbacks = 0
  const captures = query.captures(tree.rootNode, { progressCallback: () => ++callbacks > MAX_SUPERTYPE_CALLBACKS })
  for (const { name, node } of captures) {
    const index = indexOfNode.get(node.id)
    if (index !== undefined) arrays.supertypes[index] |= 1 << Number(name.slice(1))
  }
  query.delete()
}
