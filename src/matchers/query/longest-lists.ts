import type { FlatTree } from '../../model/tree.ts'
import { type CaptureList, containsAll } from './capture-list.ts'
import { addToGroup } from '../../model/group-by.ts'

/** Capture lists of which none contains another. */
export interface LongestLists {
  add(list: CaptureList | undefined): void
  /** Ends the adding. */
  lists(): readonly (CaptureList | undefined)[]
}

type Index = Map<number, CaptureList[]>

const KEY_STEP = 4_294_967_296
/** A growing sequence yields a longer list at every node, so new lists are first compared with the latest. */
const WINDOW = 16

/** Lists are indexed by their captures, so that a new one need not be compared with all. */
export function createLongestLists(tree: FlatTree): LongestLists {
  const kept = new Set<CaptureList>()
  const holding: Index = new Map()
  const ending: Index = new Map()
  let latest: CaptureList[] = []
  let empty = false

  const settle = (list: CaptureList): void => {
    for (const longer of holding.get(keyOf(list)) ?? []) if (kept.has(longer) && containsAll(tree, longer, list)) return
    for (let at: CaptureList | undefined = list; at !== undefined; at = at.rest) {
      for (const shorter of ending.get(keyOf(at)) ?? []) if (containsAll(tree, list, shorter)) kept.delete(shorter)
      addToGroup(holding, keyOf(at), list)
    }
    addToGroup(ending, keyOf(list), list)
    kept.add(list)
  }
  return {
    add: (list) => {
      if (list === undefined) {
        empty = true
        return
      }
      if (latest.some((longer) => containsAll(tree, longer, list))) return
      latest = latest.filter((shorter) => !containsAll(tree, list, shorter))
      latest.push(list)
      if (latest.length > WINDOW) settle(latest.splice(0, 1)[0])
    },
    lists: () => {
      for (const list of latest) settle(list)
      latest = []
      return kept.size === 0 && empty ? [undefined] : [...kept]
    },
  }
}

function keyOf(list: CaptureList): number {
  return list.capture * KEY_STEP + list.node
}
