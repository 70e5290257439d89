/** The maximum length of a quote in UTF-16 units. The text of an unknown file may be a secret. */
const MAX_QUOTED = 40

/** Formats text of a file for a message: on one line, and shortened if it is long. */
export function shortenQuote(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line
}
