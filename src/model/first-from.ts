/** Index of the first of ascending numbers that is at least so large; their count when there is none. */
export function firstFrom(sorted: readonly number[], least: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < least) low = middle + 1
    else high = middle
  }
  return low
}
