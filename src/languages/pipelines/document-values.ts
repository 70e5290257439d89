import type { DocumentMap, DocumentNode, DocumentScalar } from '../../model/document.ts'

/** The value at a path of keys. */
export function entryOf(node: DocumentNode | undefined, ...keys: readonly string[]): DocumentNode | undefined {
  let at = node
  for (const key of keys) at = at?.kind === 'map' ? at.entries.findLast((entry) => entry.key === key)?.value : undefined
  return at
}

/** The items of a list, or the value alone. */
export function itemsOf(node: DocumentNode | undefined): readonly DocumentNode[] {
  return node === undefined ? [] : node.kind === 'list' ? node.items : [node]
}

/** The scalars in a value, at any depth. */
export function scalarsOf(node: DocumentNode | undefined): readonly DocumentScalar[] {
  if (node === undefined) return []
  if (node.kind === 'scalar') return [node]
  return node.kind === 'list' ? node.items.flatMap(scalarsOf) : node.entries.flatMap(({ value }) => scalarsOf(value))
}

/** Whether the value has keys. */
export function isMap(node: DocumentNode | undefined): node is DocumentMap {
  return node?.kind === 'map'
}

/** Whether the value is a text. */
export function isText(node: DocumentNode | undefined): node is DocumentScalar & { readonly value: string } {
  return node?.kind === 'scalar' && typeof node.value === 'string'
}
