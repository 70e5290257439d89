import { rememberTexts } from '../remember-texts.ts'

/** Tests the text from `start` to `end`, without copying it if possible. */
export type TextTest = (text: string, start: number, end: number) => boolean

/** Accepts only this text. */
export function equalsText(value: string): TextTest {
  return (text, start, end) => end - start === value.length && text.startsWith(value, start)
}

/** Accepts these texts (at least one). */
export function isOneOf(values: readonly string[]): TextTest {
  const set = new Set(values)
  const shortest = Math.min(...values.map((value) => value.length))
  const longest = Math.max(...values.map((value) => value.length))
  return (text, start, end) => end - start >= shortest && end - start <= longest && set.has(text.slice(start, end))
}

/** Accepts texts with a match of the regex. Results are cached, because the same names repeat. */
export function matchesRegex(regex: { test(text: string): boolean }): TextTest {
  const holds = rememberTexts((text) => regex.test(text))
  return (text, start, end) => holds(text.slice(start, end))
}

/** Negates a test. */
export function negated(test: TextTest): TextTest {
  return (text, start, end) => !test(text, start, end)
}
