/**
 * Which part of a value is tainted, and how surely: a chain of keys, the outermost first. Paths are numbers; 0 is the whole value. What is made of a weak path is weak.
 */
export interface AccessPaths {
  /** The path `key` and then `path`. Too deep a path is cut: what lies deeper is tainted as a whole. One that leads through the same key twice loses that round. */
  prefix(key: number, path: number): number
  /** What of the path is left within part `key`; -1 when nothing is. What lies under an unknown name may lie under any, which is a guess. */
  suffix(path: number, key: number): number
  /** What of the path is left in what a loop comes to where dictionaries give their names; -1 when nothing is. */
  iterate(path: number): number
  /** What stays tainted after part `key` was overwritten; -1 when nothing does. */
  exclude(path: number, key: number): number
  /** What an unknown element of a collection with this path has. */
  elementSuffix(path: number): number
  isElement(path: number): boolean
  /** Whether the value itself is tainted, perhaps but for some parts. */
  isRoot(path: number): boolean
  firstKey(path: number): number
  /** Its first keys alone, and all below. */
  truncate(path: number, keys: number): number
  /** The path that counts also what is known to be overwritten: the same where nothing is. */
  withoutExclusions(path: number): number
  /** The path of what holds this part: without its last key, or what of it is overwritten; of the whole itself. */
  parent(path: number): number
  /** The same part of what one call leaves for others: weak, and what lies under an unknown name lies under none that the reader names. */
  toSharedState(path: number): number
  /** What two paths that differ in what is overwritten have tainted together, both as sure. */
  joinExclusions(left: number, right: number): number
}

export const EMPTY_PATH = 0

/** Marks paths of data that a call which nobody knows may have handed on. */
const MAY_TAINT = 2 ** 15

/** Whether data got there by a guess. */
export function isMayTaint(path: number): boolean {
  return path >= MAY_TAINT
}

/** The same part of data that got there by a guess; -1 stays. */
export function toMayTaint(path: number): number {
  return path < 0 ? path : path | MAY_TAINT
}

/** The same part, whatever led there. */
export function toMustTaint(path: number): number {
  return path < 0 ? path : path & ~MAY_TAINT
}

/** A part, as sure as another is. */
export function withConfidenceOf(other: number, path: number): number {
  return isMayTaint(other) ? toMayTaint(path) : path
}

/** Whether all of a value is tainted. */
export function isEmptyPath(path: number): boolean {
  return toMustTaint(path) === EMPTY_PATH
}
/** Key of parts that are not known. */
export const ANY_KEY = -1
const NONE = -1

/** Deeper parts are one with what holds them. */
const MAX_DEPTH = 5
/** Parts that are known to be overwritten, as by a schema that limits its fields: beyond, the whole counts as tainted still. */
const MAX_EXCLUSIONS = 32
/** Beyond this many distinct paths, new ones are cut to their first key. */
const MAX_PATHS = 16_000
/** Beyond, to nothing: then all of a value is tainted. */
const MAX_ALL_PATHS = MAY_TAINT - 1

export interface PathKeys {
  /** Names the receiver itself. */
  readonly super: number
  /** Names the names of parts. */
  readonly keys: number
  /** Names parts that have names the program fixes, any of them: what is in the fields of a model. */
  readonly fields: number
  /** Names parts that one call has left for others under a name that nobody knows. */
  readonly shared: number
}

/** Elements are parts with numbers for names, or unknown ones. */
export function createAccessPaths(names: PathKeys, isIndex: (key: number) => boolean): AccessPaths {
  const { super: superKey, keys: keysKey, fields: fieldsKey, shared: sharedKey } = names
  const heads: number[] = [0]
  const tails: number[] = [0]
  const depths: number[] = [0]
  const overwritten: number[] = [0]
  const filled: number[] = [EMPTY_PATH]
  const holders: number[] = [EMPTY_PATH]
  const known = new Map<number, number>()
  const unions = new Map<number, number>()

  // `except key`: the whole value but for one part. Keys of parts are 0 and above, -1 is any part.
  const isExcept = (path: number): boolean => path !== EMPTY_PATH && heads[path] <= -2
  const exceptKey = (path: number): number => -heads[path] - 2
  const cons = (head: number, tail: number): number => {
    const key = (head + 2 ** 26) * 2 ** 16 + tail
    const found = known.get(key)
    if (found !== undefined) return found
    if (heads.length >= MAX_PATHS && tail !== EMPTY_PATH) return cons(head, EMPTY_PATH)
    if (heads.length >= MAX_ALL_PATHS) return EMPTY_PATH
    heads.push(head)
    tails.push(tail)
    depths.push(head <= -2 ? 1 : depths[tail] + 1)
    overwritten.push(head <= -2 ? overwritten[tail] + 1 : 0)
    filled.push(EMPTY_PATH)
    holders.push(EMPTY_PATH)
    const path = heads.length - 1
    known.set(key, path)
    if (isExcept(path)) return path
    filled[path] = filled[tail] === tail ? path : cons(head, filled[tail])
    if (tail !== EMPTY_PATH) holders[path] = cons(head, holders[tail])
    return path
  }
  /** In order of their keys: what is overwritten first makes no difference. */
  const except = (path: number, key: number): number =>
    path === EMPTY_PATH || exceptKey(path) > key ? cons(-key - 2, path) : cons(heads[path], except(tails[path], key))
  const isOverwritten = (path: number, key: number): boolean => {
    for (let at = path; at !== EMPTY_PATH; at = tails[at]) if (exceptKey(at) === key) return true
    return false
  }
  const common = (left: number, right: number): number => {
    if (left === EMPTY_PATH || right === EMPTY_PATH) return EMPTY_PATH
    if (!isExcept(left)) return cons(heads[left], common(tails[left], tails[right]))
    const rest = common(tails[left], right)
    return isOverwritten(right, exceptKey(left)) ? except(rest, exceptKey(left)) : rest
  }

  // Objects that know each other (`server.urls.server`) have paths without end: cut anywhere, they would taint one of the objects as a whole.
  const isName = (key: number): boolean => key >= 0 && key !== keysKey && key !== fieldsKey && key !== sharedKey && !isIndex(key)
  const endOf = (key: number, path: number): number => {
    let at = path
    while (at !== EMPTY_PATH && heads[at] !== key) at = tails[at]
    return at
  }

  const prefix = (key: number, path: number): number => {
    if (key === superKey) return path
    if (depths[path] < MAX_DEPTH) return cons(key, path)
    const round = isName(key) ? endOf(key, path) : EMPTY_PATH
    if (round !== EMPTY_PATH) return round
    const kept: number[] = []
    for (let at = path; at !== EMPTY_PATH && kept.length < MAX_DEPTH - 1; at = tails[at]) if (!isExcept(at)) kept.push(heads[at])
    return cons(
      key,
      kept.reduceRight((tail, head) => cons(head, tail), EMPTY_PATH),
    )
  }

  const first = (path: number, count: number): number =>
    count === 0 || path === EMPTY_PATH || isExcept(path) ? EMPTY_PATH : cons(heads[path], first(tails[path], count - 1))

  const isWhole = (path: number): boolean => path === EMPTY_PATH || isExcept(path)
  const within = (path: number, key: number): number => {
    if (path === EMPTY_PATH || key === superKey) return path
    if (isExcept(path)) return isOverwritten(path, key) ? NONE : EMPTY_PATH
    const head = heads[path]
    if (head === key || key === ANY_KEY) return tails[path]
    if (head === sharedKey) return isIndex(key) ? tails[path] : NONE
    return (head === ANY_KEY || head === fieldsKey) && key !== keysKey ? tails[path] : NONE
  }
  /** What was put under a name that nobody knows may lie under this one. */
  const isGuessed = (path: number, key: number): boolean => !isWhole(path) && heads[path] === ANY_KEY && isName(key) && key !== superKey
  const isUnnamed = (key: number): boolean => key === ANY_KEY || key === sharedKey || isIndex(key)
  const left = (path: number): number =>
    path === EMPTY_PATH ? path : cons(heads[path] === ANY_KEY ? sharedKey : heads[path], isExcept(path) ? tails[path] : left(tails[path]))
  const each = (path: number): number => {
    if (isWhole(path)) return EMPTY_PATH
    return isUnnamed(heads[path]) || heads[path] === keysKey ? tails[path] : NONE
  }
  const without = (path: number, key: number): number => {
    if (key === ANY_KEY || key === superKey) return path
    if (isWhole(path)) return isOverwritten(path, key) || overwritten[path] >= MAX_EXCLUSIONS ? path : except(path, key)
    return heads[path] === key ? NONE : path
  }
  const element = (path: number): number => {
    if (isWhole(path)) return EMPTY_PATH
    return heads[path] === keysKey ? NONE : tails[path]
  }
  const union = (left: number, right: number): number => {
    const key = Math.min(left, right) * 2 ** 16 + Math.max(left, right)
    const found = unions.get(key) ?? common(left, right)
    unions.set(key, found)
    return found
  }

  return {
    prefix: (key, path) => withConfidenceOf(path, prefix(key, toMustTaint(path))),
    suffix: (path, key) => {
      const left = within(toMustTaint(path), key)
      return isGuessed(toMustTaint(path), key) ? toMayTaint(left) : withConfidenceOf(path, left)
    },
    iterate: (path) => withConfidenceOf(path, each(toMustTaint(path))),
    exclude: (path, key) => withConfidenceOf(path, without(toMustTaint(path), key)),
    elementSuffix: (path) => withConfidenceOf(path, element(toMustTaint(path))),
    isElement: (path) => {
      const part = toMustTaint(path)
      return isWhole(part) || isUnnamed(heads[part])
    },
    isRoot: (path) => isWhole(toMustTaint(path)),
    firstKey: (path) => (isWhole(toMustTaint(path)) ? ANY_KEY : heads[toMustTaint(path)]),
    truncate: (path, keys) => withConfidenceOf(path, first(toMustTaint(path), keys)),
    withoutExclusions: (path) => withConfidenceOf(path, filled[toMustTaint(path)]),
    parent: (path) => withConfidenceOf(path, holders[toMustTaint(path)]),
    toSharedState: (path) => toMayTaint(left(toMustTaint(path))),
    joinExclusions: (left, right) => withConfidenceOf(left, union(toMustTaint(left), toMustTaint(right))),
  }
}
