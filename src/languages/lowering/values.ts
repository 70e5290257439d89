import { OP } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { isDictionary } from './is-dictionary.ts'

export function addValue(low: Lowering, op: number, node: number, a = -1, b = -1, key = -1): number {
  return low.store.add(op, a, b, key, low.tree.start[node], low.tree.end[node], low.frame.index)
}

export function phi(low: Lowering, node: number, sources: readonly number[]): number {
  const known = [...new Set(sources.filter((source) => source >= 0))]
  if (known.length === 1) return known[0]
  const joined = addNary(low, OP.phi, node, known)
  if (known.length > 0 && known.every((source) => isDictionary(low, source))) low.dictionaries.add(joined)
  if (low.sanitized.size > 0 && known.length > 0) {
    const checked = low.sanitized.get(known[0])
    if (checked !== undefined && known.every((source) => low.sanitized.get(source) === checked)) low.sanitized.set(joined, checked)
  }
  return joined
}

/** A value with any number of operands: phi, combine, mix. */
export function addNary(low: Lowering, op: number, node: number, sources: readonly number[]): number {
  const made = addValue(low, op, node)
  for (const source of sources) low.store.addOperand(made, source)
  return made
}

export function load(low: Lowering, base: number, key: string | undefined, node: number): number {
  return addValue(low, OP.load, node, base, -1, key === undefined ? -1 : low.stringId(key))
}

/** The property of a value whose key is the value `index`. */
export function loadIndexed(low: Lowering, base: number, key: string | undefined, index: number, node: number): number {
  const made = load(low, base, key, node)
  if (key === undefined && index >= 0) low.dynamicKeys.push([made, index])
  return made
}

/** The element of a loop over a value; for a dictionary its keys. */
export function loadIterated(low: Lowering, base: number, node: number): number {
  return addValue(low, OP.load, node, base, 0)
}

export function storeField(low: Lowering, base: number, key: string | undefined, part: number, node: number): number {
  return addValue(low, OP.store, node, base, part, key === undefined ? -1 : low.stringId(key))
}
