import type { KindTable } from './kind-table.ts'
import { tabulateEntries } from './kind-table.ts'

/** How the names of each kind of node are collected; most have none. */
export interface CollectTable<Collector> {
  /** By type id: `OPENS`, and `COLLECTS` when there is an entry in `collect`. */
  readonly roles: Uint8Array
  readonly collect: readonly (((collector: Collector, node: number) => void) | undefined)[]
}

/** The node has a scope of its own. */
export const OPENS = 1
export const COLLECTS = 2

/** A table from rows of readers and their kinds, and the kinds with a scope of their own. */
export function tabulateCollectors<Collector, Kind extends string>(
  { id, table }: Pick<KindTable<Kind, never>, 'id' | 'table'>,
  rows: readonly (readonly [(collector: Collector, node: number) => void, ...Kind[]])[],
  opening: readonly Kind[],
): CollectTable<Collector> {
  const collect = tabulateEntries(id, rows)
  const opens = new Set(opening.map((kind) => id[kind]))
  return { roles: table.map((kind) => (opens.has(kind) ? OPENS : 0) | (collect[kind] === undefined ? 0 : COLLECTS)), collect }
}
