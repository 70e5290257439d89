/** A list, whether the rule has one value or several. */
export function listOf<T>(value: T | readonly T[]): readonly T[] {
  return isList(value) ? value : [value]
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}
