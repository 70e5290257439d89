const MAX_CODE = 70

/** Code on one line, cut if it is long. */
export function shortenCode(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim()
  return line.length > MAX_CODE ? `${line.slice(0, MAX_CODE - 1)}…` : line
}
