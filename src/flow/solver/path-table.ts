import { BOUNDS } from '../../model/bounds.ts'
import { MAY_TAINT } from './confidence.ts'

/** The access path without keys: the value itself. */
export const EMPTY_PATH = 0
/** The key of properties with unknown names. */
export const ANY_KEY = -1
/** No suffix: the property is not tainted. */
export const NO_PATH = -1

/** Beyond this many distinct paths, a new path has its first key only. */
const MAX_PATHS = BOUNDS.accessPaths.value
/** Beyond, a new path is the empty path: all of the value counts as tainted. Paths have fewer bits than the flag of their confidence. */
const MAX_ALL_PATHS = MAY_TAINT - 1

/**
 * Interned access paths as linked lists: equal paths have equal numbers, and numbers never change. An element of a list is a key (0 and above),
 * `ANY_KEY`, or an exclusion (-2 and below). Exclusions are at the end of a path, in order of their keys: the value that the keys lead to is tainted
 * except for these properties.
 */
export interface PathTable {
  head(path: number): number
  tail(path: number): number
  /** The number of elements; exclusions together count as one. */
  depth(path: number): number
  exclusionCount(path: number): number
  /** The path without its exclusions. */
  withoutExclusions(path: number): number
  /** The path without its last key, or without its exclusions. The parent of the empty path is the empty path. */
  parent(path: number): number
  isExclusion(path: number): boolean
  /** Whether a path that consists of exclusions has one of this key. */
  excludes(path: number, key: number): boolean
  /** Adds a key in front of a path. */
  cons(key: number, path: number): number
  /** Adds an exclusion to a path that consists of exclusions. */
  exclude(path: number, key: number): number
}

/** Creates a table with the empty path. */
export function createPathTable(): PathTable {
  const heads: number[] = [0]
  const tails: number[] = [EMPTY_PATH]
  const depths: number[] = [0]
  const exclusionCounts: number[] = [0]
  const included: number[] = [EMPTY_PATH]
  const parents: number[] = [EMPTY_PATH]
  const known = new Map<number, number>()

  const isExclusion = (path: number): boolean => path !== EMPTY_PATH && heads[path] <= -2
  const cons = (head: number, tail: number): number => {
    const id = (head + 2 ** 26) * 2 ** 16 + tail
    const found = known.get(id)
    if (found !== undefined) return found
    if (heads.length >= MAX_PATHS && tail !== EMPTY_PATH) return cons(head, EMPTY_PATH)
    if (heads.length >= MAX_ALL_PATHS) return EMPTY_PATH
    heads.push(head)
    tails.push(tail)
    depths.push(head <= -2 ? 1 : depths[tail] + 1)
    exclusionCounts.push(head <= -2 ? exclusionCounts[tail] + 1 : 0)
    included.push(EMPTY_PATH)
    parents.push(EMPTY_PATH)
    const path = heads.length - 1
    known.set(id, path)
    if (isExclusion(path)) return path
    included[path] = included[tail] === tail ? path : cons(head, included[tail])
    if (tail !== EMPTY_PATH) parents[path] = cons(head, parents[tail])
    return path
  }
  const exclude = (path: number, key: number): number =>
    path === EMPTY_PATH || keyOf(heads[path]) > key ? cons(exclusionOf(key), path) : cons(heads[path], exclude(tails[path], key))

  return {
    head: (path) => heads[path],
    tail: (path) => tails[path],
    depth: (path) => depths[path],
    exclusionCount: (path) => exclusionCounts[path],
    withoutExclusions: (path) => included[path],
    parent: (path) => parents[path],
    isExclusion,
    excludes: (path, key) => {
      for (let at = path; at !== EMPTY_PATH; at = tails[at]) if (keyOf(heads[at]) === key) return true
      return false
    },
    cons,
    exclude,
  }
}

function exclusionOf(key: number): number {
  return -key - 2
}

/** The key of an exclusion. */
function keyOf(exclusion: number): number {
  return -exclusion - 2
}
