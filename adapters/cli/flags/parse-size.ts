const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', 1024],
  ['m', 1024 * 1024],
])
/** Larger values would make memory unbounded. */
const LARGEST = 64 * 1024 * 1024

/** Reads `500000`, `500k` or `1.5MB` as bytes. Undefined if the text is no size or outside of `SIZE_RANGE`. */
export function parseSize(text: string): number | undefined {
  const parts = /^(\d+(?:\.\d+)?)\s*([km]?)(?:i?b)?$/i.exec(text)
  if (parts === null) return undefined
  const bytes = Math.floor(Number(parts[1]) * (UNITS.get(parts[2].toLowerCase()) ?? 1))
  return bytes >= 1 && bytes <= LARGEST ? bytes : undefined
}

/** The accepted sizes, for messages. */
export const SIZE_RANGE = 'a size from 1 to 64m, such as 500000, 500k or 2m'
