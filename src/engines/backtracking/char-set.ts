/** Code points as sorted, disjoint ranges with inclusive ends: `[from, to, from, to, …]`. */
export type CharSet = readonly number[]

const LAST_CODE_POINT = 0x10ffff

export const ANY_CHAR: CharSet = [0, LAST_CODE_POINT]

/** Converts ranges in any order, with overlaps, to a set. */
export function normalizeRanges(ranges: readonly (readonly [from: number, to: number])[]): CharSet {
  const sorted = [...ranges].filter(([from, to]) => from <= to).sort(([left], [right]) => left - right)
  const set: number[] = []
  for (const [from, to] of sorted) {
    const last = set.at(-1)
    if (last !== undefined && from <= last + 1) set[set.length - 1] = Math.max(last, to)
    else set.push(from, to)
  }
  return set
}

/** The ranges of a set. */
function rangesOf(set: CharSet): [from: number, to: number][] {
  const ranges: [number, number][] = []
  for (let i = 0; i < set.length; i += 2) ranges.push([set[i] ?? 0, set[i + 1] ?? 0])
  return ranges
}

export function unite(sets: readonly CharSet[]): CharSet {
  return normalizeRanges(sets.flatMap(rangesOf))
}

export function invert(set: CharSet): CharSet {
  const inverted: [number, number][] = []
  let from = 0
  for (const [low, high] of rangesOf(set)) {
    if (from < low) inverted.push([from, low - 1])
    from = high + 1
  }
  if (from <= LAST_CODE_POINT) inverted.push([from, LAST_CODE_POINT])
  return normalizeRanges(inverted)
}

export function intersect(left: CharSet, right: CharSet): CharSet {
  const common: [number, number][] = []
  let i = 0
  let j = 0
  while (i < left.length && j < right.length) {
    const from = Math.max(left[i] ?? 0, right[j] ?? 0)
    const to = Math.min(left[i + 1] ?? 0, right[j + 1] ?? 0)
    if (from <= to) common.push([from, to])
    if ((left[i + 1] ?? 0) < (right[j + 1] ?? 0)) i += 2
    else j += 2
  }
  return normalizeRanges(common)
}

export function holdsChar(set: CharSet, code: number): boolean {
  for (let i = 0; i < set.length; i += 2) if (code >= (set[i] ?? 0) && code <= (set[i + 1] ?? 0)) return true
  return false
}

/** The set, with both cases of each of its ASCII letters. */
export function foldCase(set: CharSet): CharSet {
  const moved = (low: number, high: number, by: number): [number, number][] =>
    rangesOf(intersect(set, [low, high])).map(([from, to]) => [from + by, to + by])
  return normalizeRanges([...rangesOf(set), ...moved(65, 90, 32), ...moved(97, 122, -32)])
}

/** Characters that are easy to read, preferred in this order. */
const READABLE: readonly CharSet[] = [
  [97, 122],
  [48, 57],
  [65, 90],
  [33, 47, 58, 64, 91, 96, 123, 126],
  [32, 32],
  [9, 10, 13, 13],
  [0xa1, 0xd7ff],
]

/** A character of the set, preferably an easily readable one. Undefined for the empty set. */
export function pickChar(set: CharSet): number | undefined {
  for (const readable of READABLE) {
    const [first] = intersect(set, readable)
    if (first !== undefined) return first
  }
  return set[0]
}
