import { BOUNDS } from '../../model/bounds.ts'
import type { FlatTree } from '../../model/tree.ts'
import { nodeText } from '../../model/tree-access.ts'
import type { Binding } from './binding.ts'

const MAX_LEVELS = BOUNDS.changedTargetDepth.value

export type BindingFinder = (node: number, name: string) => Binding | undefined

/** What a node changes that changes nothing. */
export const NO_PLACES: readonly number[] = []

/** What finding changed names must know of a language. */
export interface ChangeReader {
  isName(node: number): boolean
  /** The node whose value holds the place: `x.a` for `x.a[i]`; -1 for other expressions. */
  ownerOf(node: number): number
  /** The places that the node changes, names aside: `x.a` for `x.a = 1`, `x` for `x.push(1)`. */
  placesAt(node: number): readonly number[]
}

/** The names into whose value a file puts something: those at the roots of changed places. */
export function findChangedRoots(
  tree: FlatTree,
  text: string,
  bindingOf: BindingFinder,
  { isName, ownerOf, placesAt }: ChangeReader,
): ReadonlySet<Binding> {
  const changed = new Set<Binding>()
  for (let node = 0; node < tree.count; node++) {
    for (const place of placesAt(node)) {
      let at = place
      for (let level = 0; level < MAX_LEVELS && at >= 0 && !isName(at); level++) at = ownerOf(at)
      const binding = at >= 0 && isName(at) ? bindingOf(at, nodeText(tree, text, at)) : undefined
      if (binding !== undefined) changed.add(binding)
    }
  }
  return changed
}
