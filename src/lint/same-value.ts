/** Whether two plain values are equal, whatever the order of their keys. */
export function sameValue(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right)
}

/** A plain value as text that does not depend on the order of keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`
}
