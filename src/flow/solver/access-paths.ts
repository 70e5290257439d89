/**
 * Which part of a value is tainted, and how surely: a chain of keys, the outermost first. Paths are numbers; 0 is the whole value. What is made of a weak path is weak.
 */
export interface AccessPaths {
  /** The path `key` and then `path`. Too deep a path is cut: what lies deeper is tainted as a whole. One that leads through the same key twice loses that round. */
  prefix(key: number, path: number): number
  /** What of the path is left within part `key`; -1 when nothing is. What lies under an unknown name may lie under any, which is a guess. */
  within(path: number, key: number): number
  /** What of the path is left in what a loop comes to where dictionaries give their names; -1 when nothing is. */
  each(path: number): number
  /** What stays tainted after part `key` was overwritten; -1 when nothing does. */
  without(path: number, key: number): number
  /** What an unknown element of a collection with this path has. */
  element(path: number): number
  isElement(path: number): boolean
  /** Whether the value itself is tainted, perhaps but for some parts. */
  isWhole(path: number): boolean
  headOf(path: number): number
  /** Its first keys alone, and all below. */
  first(path: number, keys: number): number
  /** The path that counts also what is known to be overwritten: the same where nothing is. */
  filled(path: number): number
  /** The path of what holds this part: without its last key, or what of it is overwritten; of the whole itself. */
  holder(path: number): number
  /** The same part of what one call leaves for others: weak, and what lies under an unknown name lies under none that the reader names. */
  left(path: number): number
  /** What two paths that differ in what is overwritten have tainted together, both as sure. */
  union(left: number, right: number): number
}

export const WHOLE = 0

/** Marks paths of data that a call which nobody knows may have handed on. */
const WEAK = 2 ** 15

/** Whether data got there by a guess. */
export function isWeak(path: number): boolean {
  return path >= WEAK
}

/** The same part of data that got there by a guess; -1 stays. */
export function weaken(path: number): number {
  return path < 0 ? path : path | WEAK
}

/** The same part, whatever led there. */
export function plainPath(path: number): number {
  return path < 0 ? path : path & ~WEAK
}

/** A part, as sure as another is. */
export function asSureAs(other: number, path: number): number {
  return isWeak(other) ? weaken(path) : path
}

/** Whether all of a value is tainted. */
export function isAll(path: number): boolean {
  return plainPath(path) === WHOLE
}
/** Key of parts that are not known. */
export const ANY = -1
const NONE = -1

/** Deeper parts are one with what holds them. */
const MAX_DEPTH = 5
/** Parts that are known to be overwritten, as by a schema that limits its fields: beyond, the whole counts as tainted still. */
const MAX_EXCEPT = 32
/** Beyond this many distinct paths, new ones are cut to their first key. */
const MAX_PATHS = 16_000
/** Beyond, to nothing: then all of a value is tainted. */
const MOST_PATHS = WEAK - 1

export interface PathKeys {
  /** Names the receiver itself. */
  readonly super: number
  /** Names the names of parts. */
  readonly keys: number
  /** Names parts that have names the program fixes, any of them: what is in the fields of a model. */
  readonly fields: number
  /** Names parts that one call has left for others under a name that nobody knows. */
  readonly left: number
}

/** Elements are parts with numbers for names, or unknown ones. */
export function createAccessPaths(names: PathKeys, isIndex: (key: number) => boolean): AccessPaths {
  const { super: superKey, keys: keysKey, fields: fieldsKey, left: leftKey } = names
  const heads: number[] = [0]
  const tails: number[] = [0]
  const depths: number[] = [0]
  const overwritten: number[] = [0]
  const filled: number[] = [WHOLE]
  const holders: number[] = [WHOLE]
  const known = new Map<number, number>()
  const unions = new Map<number, number>()

  // `except key`: the whole value but for one part. Keys of parts are 0 and above, -1 is any part.
  const isExcept = (path: number): boolean => path !== WHOLE && heads[path] <= -2
  const exceptKey = (path: number): number => -heads[path] - 2
  const cons = (head: number, tail: number): number => {
    const key = (head + 2 ** 26) * 2 ** 16 + tail
    const found = known.get(key)
    if (found !== undefined) return found
    if (heads.length >= MAX_PATHS && tail !== WHOLE) return cons(head, WHOLE)
    if (heads.length >= MOST_PATHS) return WHOLE
    heads.push(head)
    tails.push(tail)
    depths.push(head <= -2 ? 1 : depths[tail] + 1)
    overwritten.push(head <= -2 ? overwritten[tail] + 1 : 0)
    filled.push(WHOLE)
    holders.push(WHOLE)
    const path = heads.length - 1
    known.set(key, path)
    if (isExcept(path)) return path
    filled[path] = filled[tail] === tail ? path : cons(head, filled[tail])
    if (tail !== WHOLE) holders[path] = cons(head, holders[tail])
    return path
  }
  /** In order of their keys: what is overwritten first makes no difference. */
  const except = (path: number, key: number): number =>
    path === WHOLE || exceptKey(path) > key ? cons(-key - 2, path) : cons(heads[path], except(tails[path], key))
  const isOverwritten = (path: number, key: number): boolean => {
    for (let at = path; at !== WHOLE; at = tails[at]) if (exceptKey(at) === key) return true
    return false
  }
  const common = (left: number, right: number): number => {
    if (left === WHOLE || right === WHOLE) return WHOLE
    if (!isExcept(left)) return cons(heads[left], common(tails[left], tails[right]))
    const rest = common(tails[left], right)
    return isOverwritten(right, exceptKey(left)) ? except(rest, exceptKey(left)) : rest
  }

  // Objects that know each other (`server.urls.server`) have paths without end: cut anywhere, they would taint one of the objects as a whole.
  const isName = (key: number): boolean => key >= 0 && key !== keysKey && key !== fieldsKey && key !== leftKey && !isIndex(key)
  const endOf = (key: number, path: number): number => {
    let at = path
    while (at !== WHOLE && heads[at] !== key) at = tails[at]
    return at
  }

  const prefix = (key: number, path: number): number => {
    if (key === superKey) return path
    if (depths[path] < MAX_DEPTH) return cons(key, path)
    const round = isName(key) ? endOf(key, path) : WHOLE
    if (round !== WHOLE) return round
    const kept: number[] = []
    for (let at = path; at !== WHOLE && kept.length < MAX_DEPTH - 1; at = tails[at]) if (!isExcept(at)) kept.push(heads[at])
    return cons(
      key,
      kept.reduceRight((tail, head) => cons(head, tail), WHOLE),
    )
  }

  const first = (path: number, count: number): number =>
    count === 0 || path === WHOLE || isExcept(path) ? WHOLE : cons(heads[path], first(tails[path], count - 1))

  const isWhole = (path: number): boolean => path === WHOLE || isExcept(path)
  const within = (path: number, key: number): number => {
    if (path === WHOLE || key === superKey) return path
    if (isExcept(path)) return isOverwritten(path, key) ? NONE : WHOLE
    const head = heads[path]
    if (head === key || key === ANY) return tails[path]
    if (head === leftKey) return isIndex(key) ? tails[path] : NONE
    return (head === ANY || head === fieldsKey) && key !== keysKey ? tails[path] : NONE
  }
  /** What was put under a name that nobody knows may lie under this one. */
  const isGuessed = (path: number, key: number): boolean => !isWhole(path) && heads[path] === ANY && isName(key) && key !== superKey
  const isUnnamed = (key: number): boolean => key === ANY || key === leftKey || isIndex(key)
  const left = (path: number): number =>
    path === WHOLE ? path : cons(heads[path] === ANY ? leftKey : heads[path], isExcept(path) ? tails[path] : left(tails[path]))
  const each = (path: number): number => {
    if (isWhole(path)) return WHOLE
    return isUnnamed(heads[path]) || heads[path] === keysKey ? tails[path] : NONE
  }
  const without = (path: number, key: number): number => {
    if (key === ANY || key === superKey) return path
    if (isWhole(path)) return isOverwritten(path, key) || overwritten[path] >= MAX_EXCEPT ? path : except(path, key)
    return heads[path] === key ? NONE : path
  }
  const element = (path: number): number => {
    if (isWhole(path)) return WHOLE
    return heads[path] === keysKey ? NONE : tails[path]
  }
  const union = (left: number, right: number): number => {
    const key = Math.min(left, right) * 2 ** 16 + Math.max(left, right)
    const found = unions.get(key) ?? common(left, right)
    unions.set(key, found)
    return found
  }

  return {
    prefix: (key, path) => asSureAs(path, prefix(key, plainPath(path))),
    within: (path, key) => {
      const left = within(plainPath(path), key)
      return isGuessed(plainPath(path), key) ? weaken(left) : asSureAs(path, left)
    },
    each: (path) => asSureAs(path, each(plainPath(path))),
    without: (path, key) => asSureAs(path, without(plainPath(path), key)),
    element: (path) => asSureAs(path, element(plainPath(path))),
    isElement: (path) => {
      const part = plainPath(path)
      return isWhole(part) || isUnnamed(heads[part])
    },
    isWhole: (path) => isWhole(plainPath(path)),
    headOf: (path) => (isWhole(plainPath(path)) ? ANY : heads[plainPath(path)]),
    first: (path, keys) => asSureAs(path, first(plainPath(path), keys)),
    filled: (path) => asSureAs(path, filled[plainPath(path)]),
    holder: (path) => asSureAs(path, holders[plainPath(path)]),
    left: (path) => weaken(left(plainPath(path))),
    union: (left, right) => asSureAs(left, union(plainPath(left), plainPath(right))),
  }
}
