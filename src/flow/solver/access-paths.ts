import { BOUNDS } from '../../model/bounds.ts'
import { toMayTaint, toMustTaint, withConfidenceOf } from './confidence.ts'
import { ANY_KEY, createPathTable, EMPTY_PATH, NO_PATH, type PathTable } from './path-table.ts'

/**
 * Access paths: which property of a value is tainted, as a chain of keys with the outermost first. A path taints everything below it except its
 * exclusions, which are properties that were overwritten. Paths are numbers that never change, with the flag of their confidence (confidence.ts).
 * Paths that are derived from a path have its confidence.
 */
export interface AccessPaths {
  /**
   * The path `key` followed by `path`. A path that is too long is cut at its end, which taints more and so may taint only. A path that contains the
   * same name twice loses that loop.
   */
  prefix(key: number, path: number): number
  /** The tainted part of the property `key`; -1 for none. Values under an unknown name may be under any name and so may taint each. */
  suffix(path: number, key: number): number
  /** The tainted part of the values that a loop yields, where dictionaries yield their keys; -1 for none. */
  iterate(path: number): number
  /** The part that stays tainted after the property `key` was overwritten; -1 for none. */
  exclude(path: number, key: number): number
  /** The tainted part of an unknown element of a collection; -1 for none. */
  elementSuffix(path: number): number
  /** Whether the path taints elements of a collection. */
  isElement(path: number): boolean
  /** Whether the value itself is tainted: the path has no keys. It may have exclusions. */
  isRoot(path: number): boolean
  /** The outermost key; `ANY_KEY` if the value itself is tainted. */
  firstKey(path: number): number
  /** Its first keys only. */
  truncate(path: number, keys: number): number
  /** The same path, without exclusions. */
  withoutExclusions(path: number): number
  /** The least path that taints more: without the last key, or without exclusions. The parent of the empty path is the empty path. */
  parent(path: number): number
  /**
   * The path for readers of shared state that another call has written: they may be tainted. A property under an unknown name does not taint reads of
   * known names.
   */
  toSharedState(path: number): number
  /** The least path that taints what either of two paths taints, if they differ in exclusions only. */
  joinExclusions(left: number, right: number): number
}

/** A longer path is cut. */
const MAX_DEPTH = BOUNDS.accessPathKeys.value
/** Exclusions of one path, as by a schema that constrains fields. Further properties count as tainted. */
const MAX_EXCLUSIONS = BOUNDS.accessPathExclusions.value

/** Keys with a special meaning, by their numbers in the program. */
export interface PathKeys {
  /** The receiver itself. */
  readonly super: number
  /** The names of properties. */
  readonly keys: number
  /** Any property with a name that the program fixes: the fields of a model. */
  readonly fields: number
  /** Properties that one call has written to shared state under an unknown name. */
  readonly shared: number
}

interface PathContext {
  readonly table: PathTable
  readonly keys: PathKeys
  isIndex(key: number): boolean
}

/** Creates the access paths of one program. Elements of collections are properties whose keys are indexes, or not known. */
export function createAccessPaths(keys: PathKeys, isIndex: (key: number) => boolean): AccessPaths {
  const table = createPathTable()
  const c: PathContext = { table, keys, isIndex }
  const joined = new Map<number, number>()
  const joinPlain = (left: number, right: number): number => {
    const id = Math.min(left, right) * 2 ** 16 + Math.max(left, right)
    const known = joined.get(id) ?? commonExclusions(table, left, right)
    joined.set(id, known)
    return known
  }
  return {
    prefix: (key, path) => {
      const found = prefix(c, key, toMustTaint(path))
      return isCut(c, key, toMustTaint(path), found) ? toMayTaint(found) : withConfidenceOf(path, found)
    },
    suffix: (path, key) => {
      const found = suffix(c, toMustTaint(path), key)
      return isUnknownName(c, toMustTaint(path), key) ? toMayTaint(found) : withConfidenceOf(path, found)
    },
    iterate: (path) => withConfidenceOf(path, iterate(c, toMustTaint(path))),
    exclude: (path, key) => withConfidenceOf(path, exclude(c, toMustTaint(path), key)),
    elementSuffix: (path) => withConfidenceOf(path, elementSuffix(c, toMustTaint(path))),
    isElement: (path) => isRoot(table, toMustTaint(path)) || isElementKey(c, table.head(toMustTaint(path))),
    isRoot: (path) => isRoot(table, toMustTaint(path)),
    firstKey: (path) => (isRoot(table, toMustTaint(path)) ? ANY_KEY : table.head(toMustTaint(path))),
    truncate: (path, count) => withConfidenceOf(path, truncate(table, toMustTaint(path), count)),
    withoutExclusions: (path) => withConfidenceOf(path, table.withoutExclusions(toMustTaint(path))),
    parent: (path) => withConfidenceOf(path, table.parent(toMustTaint(path))),
    toSharedState: (path) => toMayTaint(toSharedState(c, toMustTaint(path))),
    joinExclusions: (left, right) => withConfidenceOf(left, joinPlain(toMustTaint(left), toMustTaint(right))),
  }
}

/** Whether the whole value is tainted, with any confidence. */
export function isEmptyPath(path: number): boolean {
  return toMustTaint(path) === EMPTY_PATH
}

function isRoot(table: PathTable, path: number): boolean {
  return path === EMPTY_PATH || table.isExclusion(path)
}

/** Whether a key is a name in the code, and has no special meaning. */
function isName({ keys, isIndex }: PathContext, key: number): boolean {
  return key >= 0 && key !== keys.keys && key !== keys.fields && key !== keys.shared && !isIndex(key)
}

function isElementKey({ keys, isIndex }: PathContext, key: number): boolean {
  return key === ANY_KEY || key === keys.shared || isIndex(key)
}

function prefix(c: PathContext, key: number, path: number): number {
  const { table, keys } = c
  if (key === keys.super) return path
  if (table.depth(path) < MAX_DEPTH) return table.cons(key, path)
  // Objects that refer to each other (`server.urls.server`) have paths without end. Cut at its end, such a path would taint all of one of them.
  const loop = isName(c, key) ? endingWith(table, path, key) : EMPTY_PATH
  if (loop !== EMPTY_PATH) return loop
  const kept: number[] = []
  for (let at = path; at !== EMPTY_PATH && kept.length < MAX_DEPTH - 1; at = table.tail(at)) if (!table.isExclusion(at)) kept.push(table.head(at))
  return table.cons(
    key,
    kept.reduceRight((tail, head) => table.cons(head, tail), EMPTY_PATH),
  )
}

/** Whether the prefix of a path lacks keys from its end. */
function isCut({ table, keys }: PathContext, key: number, path: number, prefixed: number): boolean {
  return key !== keys.super && table.depth(path) >= MAX_DEPTH && !isEndOf(table, prefixed, path)
}

function isEndOf(table: PathTable, end: number, path: number): boolean {
  let at = path
  while (at !== EMPTY_PATH && at !== end) at = table.tail(at)
  return at === end
}

/** The end of a path that begins with this key; empty if the path does not contain it. */
function endingWith(table: PathTable, path: number, key: number): number {
  let at = path
  while (at !== EMPTY_PATH && table.head(at) !== key) at = table.tail(at)
  return at
}

function suffix({ table, keys, isIndex }: PathContext, path: number, key: number): number {
  if (path === EMPTY_PATH || key === keys.super) return path
  if (table.isExclusion(path)) return table.excludes(path, key) ? NO_PATH : EMPTY_PATH
  const head = table.head(path)
  if (head === key || key === ANY_KEY) return table.tail(path)
  if (head === keys.shared) return isIndex(key) ? table.tail(path) : NO_PATH
  return (head === ANY_KEY || head === keys.fields) && key !== keys.keys ? table.tail(path) : NO_PATH
}

/** Whether a name is read from a path under an unknown name. */
function isUnknownName(c: PathContext, path: number, key: number): boolean {
  return !isRoot(c.table, path) && c.table.head(path) === ANY_KEY && isName(c, key) && key !== c.keys.super
}

function iterate(c: PathContext, path: number): number {
  if (isRoot(c.table, path)) return EMPTY_PATH
  const head = c.table.head(path)
  return isElementKey(c, head) || head === c.keys.keys ? c.table.tail(path) : NO_PATH
}

function exclude({ table, keys }: PathContext, path: number, key: number): number {
  if (key === ANY_KEY || key === keys.super) return path
  if (isRoot(table, path)) return table.excludes(path, key) || table.exclusionCount(path) >= MAX_EXCLUSIONS ? path : table.exclude(path, key)
  return table.head(path) === key ? NO_PATH : path
}

function elementSuffix({ table, keys }: PathContext, path: number): number {
  if (isRoot(table, path)) return EMPTY_PATH
  return table.head(path) === keys.keys ? NO_PATH : table.tail(path)
}

function truncate(table: PathTable, path: number, count: number): number {
  return count === 0 || isRoot(table, path) ? EMPTY_PATH : table.cons(table.head(path), truncate(table, table.tail(path), count - 1))
}

function toSharedState(c: PathContext, path: number): number {
  const { table, keys } = c
  if (path === EMPTY_PATH) return path
  if (table.isExclusion(path)) return path
  return table.cons(table.head(path) === ANY_KEY ? keys.shared : table.head(path), toSharedState(c, table.tail(path)))
}

/** The path with those exclusions that both have. */
function commonExclusions(table: PathTable, left: number, right: number): number {
  if (left === EMPTY_PATH || right === EMPTY_PATH) return EMPTY_PATH
  if (!table.isExclusion(left)) return table.cons(table.head(left), commonExclusions(table, table.tail(left), table.tail(right)))
  const rest = commonExclusions(table, table.tail(left), right)
  const key = -table.head(left) - 2
  return table.excludes(right, key) ? table.exclude(rest, key) : rest
}
