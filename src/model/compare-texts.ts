/** Compares by UTF-16 code units: the order of everything in results, independent of the locale. */
export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
