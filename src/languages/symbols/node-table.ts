import type { GrammarNames } from '../../model/tree.ts'

/** A table from type id to a small number: 0, or the position (from 1) of the list that names the type. One lookup in hot loops. */
export function tabulateTypes(names: GrammarNames, lists: readonly (readonly string[])[]): Uint8Array {
  const table = new Uint8Array(65536)
  for (const [position, list] of lists.entries()) {
    for (const name of list) for (const id of names.typeIds(name, true)) table[id] = position + 1
  }
  return table
}

/** Ids of all these named types; names that the grammar does not have are left out. */
export function typeIdSet(names: GrammarNames, types: readonly string[]): ReadonlySet<number> {
  return new Set(types.flatMap((type) => names.typeIds(type, true)))
}

/** Ids of all these tokens. */
export function tokenIdSet(names: GrammarNames, tokens: readonly string[]): ReadonlySet<number> {
  return new Set(tokens.flatMap((token) => names.typeIds(token, false)))
}
