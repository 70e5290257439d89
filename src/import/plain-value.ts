/** A map of a parsed file. */
export type Plain = Readonly<Record<string, unknown>>

/** Whether a parsed value is a map. */
export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as a list. A single value is a list of one, a missing one is empty. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The strings in a value that is a string or a list. */
export function textsOf(value: unknown): readonly string[] {
  return listOf(value).flatMap((each) => (typeof each === 'string' ? [each] : []))
}

/** The value if it is a string that is not blank. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** The value as a map. Empty for anything else. */
export function plainOf(value: unknown): Plain {
  return isPlain(value) ? value : {}
}
