/** The index of the first number that is at least a given value in ascending numbers, or their count. */
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
