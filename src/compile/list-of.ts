/** What is written as one value or as a list of them. */
export function listOf<T>(value: T | readonly T[]): readonly T[] {
  return isList(value) ? value : [value]
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}
