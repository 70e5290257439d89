/** V8 copies shorter substrings anyway. */
const SHORTEST_PART = 13

/** A copy of the text: V8 keeps a whole file in memory for a substring of it. */
export function ownText(text: string): string {
  return text.length < SHORTEST_PART ? text : ` ${text}`.slice(1)
}
