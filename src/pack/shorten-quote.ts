/** The maximum length of a quote in UTF-16 units. The text of an unknown file may be a secret. */
const MOST_QUOTED = 40

/** Formats text of a file for a message: on one line, and shortened if it is long. */
export function shortenQuote(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED)}…` : line
}
