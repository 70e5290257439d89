/** By UTF-16 code units: the order of everything in results, the same everywhere. */
export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
