/** Text of a file that nobody knows may be a secret, so messages hold this much of it at most, in UTF-16 units. */
const MOST_QUOTED = 40

/** Text of a file as a message quotes it: on one line, and cut where it is long. */
export function shortenQuote(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED)}…` : line
}
