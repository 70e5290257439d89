/** Shorter parts of a text are copied by V8 anyway. */
const SHORTEST_PART = 13

/** The same text, without what it was cut from: V8 holds a whole file for a part of it that is kept. */
export function ownText(text: string): string {
  return text.length < SHORTEST_PART ? text : ` ${text}`.slice(1)
}
