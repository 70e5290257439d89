import type { FlatTree, GrammarNames } from '../../model/tree.ts'

/** The arrays of a flat tree while they are written. */
export interface TreeArrays {
  readonly type: Uint16Array
  readonly start: Uint32Array
  readonly end: Uint32Array
  readonly parent: Int32Array
  readonly next: Uint32Array
  readonly field: Uint8Array
  readonly flags: Uint8Array
  readonly supertypes: Uint16Array
}

/** One allocation for all arrays. Eight small allocations per file were visible in profiles. */
export function allocateArrays(nodes: number): TreeArrays {
  const buffer = new ArrayBuffer(nodes * 22)
  return {
    start: new Uint32Array(buffer, 0, nodes),
    end: new Uint32Array(buffer, nodes * 4, nodes),
    parent: new Int32Array(buffer, nodes * 8, nodes),
    next: new Uint32Array(buffer, nodes * 12, nodes),
    type: new Uint16Array(buffer, nodes * 16, nodes),
    supertypes: new Uint16Array(buffer, nodes * 18, nodes),
    field: new Uint8Array(buffer, nodes * 20, nodes),
    flags: new Uint8Array(buffer, nodes * 21, nodes),
  }
}

/** Properties of a tree besides its nodes. See `FlatTree`. */
export interface DecodedShape {
  readonly count: number
  readonly firstError: number
  readonly depth: number
}

/** A decoded tree without names. */
export interface DecodedTree {
  readonly arrays: TreeArrays
  readonly shape: DecodedShape
}

/** Binds written arrays to the names of their grammar. */
export function toFlatTree(names: GrammarNames, { arrays, shape }: DecodedTree): FlatTree {
  return { names, ...arrays, ...shape }
}
