import { OP } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { isDictionary } from './made-dictionary.ts'

export function value(low: Lowering, op: number, node: number, a = -1, b = -1, key = -1): number {
  return low.store.add(op, a, b, key, low.tree.start[node], low.tree.end[node], low.frame.index)
}

export function join(low: Lowering, node: number, sources: readonly number[]): number {
  const known = [...new Set(sources.filter((source) => source >= 0))]
  if (known.length === 1) return known[0]
  const joined = manyOf(low, OP.phi, node, known)
  if (known.length > 0 && known.every((source) => isDictionary(low, source))) low.dictionaries.add(joined)
  if (low.harmless.size > 0 && known.length > 0) {
    const checked = low.harmless.get(known[0])
    if (checked !== undefined && known.every((source) => low.harmless.get(source) === checked)) low.harmless.set(joined, checked)
  }
  return joined
}

/** A value of many operands: `join`, `combine`, `mix`. */
export function manyOf(low: Lowering, op: number, node: number, sources: readonly number[]): number {
  const made = value(low, op, node)
  for (const source of sources) low.store.join(made, source)
  return made
}

export function load(low: Lowering, base: number, key: string | undefined, node: number): number {
  return value(low, OP.load, node, base, -1, key === undefined ? -1 : low.stringId(key))
}

/** The part of a value under a key that another value names. */
export function loadAt(low: Lowering, base: number, key: string | undefined, index: number, node: number): number {
  const made = load(low, base, key, node)
  if (key === undefined && index >= 0) low.indexes.push([made, index])
  return made
}

/** What a loop over a value comes to: its elements, of a dictionary its names. */
export function loadLooped(low: Lowering, base: number, node: number): number {
  return value(low, OP.load, node, base, 0)
}

export function storePart(low: Lowering, base: number, key: string | undefined, part: number, node: number): number {
  return value(low, OP.store, node, base, part, key === undefined ? -1 : low.stringId(key))
}
