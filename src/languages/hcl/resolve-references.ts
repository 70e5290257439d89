import { BOUNDS } from '../../model/bounds.ts'
import type { DocumentEntry, DocumentMap, DocumentNode } from '../../model/document.ts'

/**
 * Replaces values that only name a variable or a local value of the same file (`var.cidr`, `"${local.open}"`) by what that is, at the place of
 * the reference: the default of the variable, and the value of the local one. Only literals, and lists of them, take their place. A variable
 * that is marked as sensitive stays a reference, as does one without a default.
 */
export function resolveReferences(root: DocumentMap): DocumentMap {
  const known = new Map<string, DocumentNode>()
  for (const { key, value } of declarations(root, 'variable')) {
    const [declared] = mapsOf(value)
    const written = declared === undefined ? undefined : valueAt(declared, 'default')
    const isSensitive = declared !== undefined && valueAt(declared, 'sensitive') !== undefined
    if (written !== undefined && !isSensitive) known.set(`var.${key}`, written)
  }
  for (const { key, value } of declarations(root, 'locals')) known.set(`local.${key}`, value)
  if (known.size === 0) return root
  return { ...root, entries: root.entries.map((entry) => (DECLARING.has(entry.key) ? entry : { ...entry, value: resolve(entry.value, known) })) }
}

const DECLARING: ReadonlySet<string> = new Set(['variable', 'locals'])

/** The entries below all blocks of this type. */
function declarations(root: DocumentMap, type: string): DocumentEntry[] {
  return root.entries.filter(({ key }) => key === type).flatMap(({ value }) => mapsOf(value).flatMap(({ entries }) => entries))
}

function mapsOf(node: DocumentNode): readonly DocumentMap[] {
  if (node.kind === 'map') return [node]
  return node.kind === 'list' ? node.items.filter((item) => item.kind === 'map') : []
}

function valueAt(map: DocumentMap, key: string): DocumentNode | undefined {
  return map.entries.findLast((entry) => entry.key === key)?.value
}

function resolve(node: DocumentNode, known: ReadonlyMap<string, DocumentNode>): DocumentNode {
  if (node.kind === 'map') return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: resolve(entry.value, known) })) }
  if (node.kind === 'list') return { ...node, items: node.items.map((item) => resolve(item, known)) }
  return literalOf(node, known, node, MAX_STEPS) ?? node
}

/** A local value may name another one, and that one the first. */
const MAX_STEPS = BOUNDS.hclReferenceSteps.value

/** The literal that the node is or names, at `place`. */
function literalOf(
  node: DocumentNode,
  known: ReadonlyMap<string, DocumentNode>,
  place: { readonly start: number; readonly end: number },
  steps: number,
): DocumentNode | undefined {
  const { start, end } = place
  if (node.kind === 'map' || steps === 0) return undefined
  if (node.kind === 'list') {
    const items = node.items.map((item) => literalOf(item, known, place, steps - 1))
    return items.every((item) => item !== undefined) ? { kind: 'list', start, end, items } : undefined
  }
  if (node.computed !== true) return { kind: 'scalar', start, end, value: node.value }
  const [, name] = REFERENCE.exec(String(node.value)) ?? []
  const target = name === undefined ? undefined : known.get(name)
  return target === undefined ? undefined : literalOf(target, known, place, steps - 1)
}

const REFERENCE = /^(?:\$\{\s*)?((?:var|local)\.[\w-]+)(?:\s*\})?$/
