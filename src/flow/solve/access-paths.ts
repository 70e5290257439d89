/** Which part of a value is tainted: a chain of keys, the outermost first. Paths are numbers; 0 is the whole value. */
export interface AccessPaths {
  /** The path `key` and then `path`. Too deep a path is cut: what lies deeper is tainted as a whole. One that leads through the same key twice loses that round. */
  prefix(key: number, path: number): number
  /** What of the path is left within part `key`; -1 when nothing is. */
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
  /** What two paths that differ in what is overwritten have tainted together. */
  union(left: number, right: number): number
}

export const WHOLE = 0
/** Key of parts that are not known. */
export const ANY = -1
const NONE = -1

/** Deeper parts are one with what holds them. */
const MAX_DEPTH = 5
/** Parts that are known to be overwritten: beyond, the whole counts as tainted still. */
const MAX_EXCEPT = 4
/** Beyond this many distinct paths, new ones are cut to their first key. */
const MAX_PATHS = 16_000

export interface PathKeys {
  /** Names the receiver itself. */
  readonly super: number
  /** Names the names of parts. */
  readonly keys: number
  /** Names parts that have names the program fixes, any of them: what is in the fields of a model. */
  readonly fields: number
}

/** Elements are parts with numbers for names, or unknown ones. */
export function createAccessPaths(names: PathKeys, isIndex: (key: number) => boolean): AccessPaths {
  const { super: superKey, keys: keysKey, fields: fieldsKey } = names
  const heads: number[] = [0]
  const tails: number[] = [0]
  const depths: number[] = [0]
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
    heads.push(head)
    tails.push(tail)
    depths.push(depths[tail] + 1)
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
  const isName = (key: number): boolean => key >= 0 && key !== keysKey && key !== fieldsKey && !isIndex(key)
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

  return {
    prefix,
    within: (path, key) => {
      if (path === WHOLE || key === superKey) return path
      if (isExcept(path)) {
        return isOverwritten(path, key) ? NONE : WHOLE
      }
      const head = heads[path]
      if (head === key || key === ANY) return tails[path]
      if ((head === ANY || head === fieldsKey) && key !== keysKey) return tails[path]
      return NONE
    },
    each: (path) => {
      if (path === WHOLE || isExcept(path)) return WHOLE
      return heads[path] === ANY || heads[path] === keysKey || isIndex(heads[path]) ? tails[path] : NONE
    },
    without: (path, key) => {
      if (key === ANY || key === superKey) return path
      if (path === WHOLE || isExcept(path)) return isOverwritten(path, key) || depths[path] >= MAX_EXCEPT ? path : except(path, key)
      return heads[path] === key ? NONE : path
    },
    element: (path) => {
      if (path === WHOLE || isExcept(path)) return WHOLE
      return heads[path] === keysKey ? NONE : tails[path]
    },
    isElement: (path) => path === WHOLE || isExcept(path) || heads[path] === ANY || isIndex(heads[path]),
    isWhole: (path) => path === WHOLE || isExcept(path),
    headOf: (path) => (path === WHOLE || isExcept(path) ? ANY : heads[path]),
    first,
    filled: (path) => filled[path],
    holder: (path) => holders[path],
    union: (left, right) => {
      const key = Math.min(left, right) * 2 ** 16 + Math.max(left, right)
      const found = unions.get(key) ?? common(left, right)
      unions.set(key, found)
      return found
    },
  }
}
