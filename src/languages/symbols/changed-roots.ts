import { BOUNDS } from '../../model/bounds.ts'
import type { FlatTree } from '../../model/tree.ts'
import { nodeText } from '../../model/tree-access.ts'
import type { Binding } from './binding.ts'

const MAX_LEVELS = BOUNDS.changedTargetDepth.value

/** The names into whose value a file puts something. */
export interface ChangedRoots {
  readonly changed: ReadonlySet<Binding>
  /** Records the name at the root of a place that is changed: `x` of `x.a[i]`. */
  addRoot(place: number): void
}

/** `ownerOf` gives the node whose value holds the place: `x.a` for `x.a[i]`; -1 for other expressions. */
export function createChangedRoots(
  tree: FlatTree,
  text: string,
  language: {
    isName(node: number): boolean
    ownerOf(node: number): number
    bindingOf(node: number, name: string): Binding | undefined
  },
): ChangedRoots {
  const changed = new Set<Binding>()
  return {
    changed,
    addRoot: (place) => {
      let at = place
      for (let level = 0; level < MAX_LEVELS && at >= 0; level++) {
        if (language.isName(at)) {
          const binding = language.bindingOf(at, nodeText(tree, text, at))
          if (binding !== undefined) changed.add(binding)
          return
        }
        at = language.ownerOf(at)
      }
    },
  }
}
