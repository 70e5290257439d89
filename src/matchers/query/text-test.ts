import { rememberTexts } from '../remember-texts.ts'

/** Looks at the text from `start` to `end` without cutting it out where that is not needed. */
export type TextTest = (text: string, start: number, end: number) => boolean

/** Holds for this text alone. */
export function equalsText(value: string): TextTest {
  return (text, start, end) => end - start === value.length && text.startsWith(value, start)
}

/** Holds for these texts. There is at least one. */
export function isOneOf(values: readonly string[]): TextTest {
  const set = new Set(values)
  const shortest = Math.min(...values.map((value) => value.length))
  const longest = Math.max(...values.map((value) => value.length))
  return (text, start, end) => end - start >= shortest && end - start <= longest && set.has(text.slice(start, end))
}

/** Holds where the regex matches somewhere. What texts were told is remembered: the same names come again and again. */
export function matchesRegex(regex: { test(text: string): boolean }): TextTest {
  const holds = rememberTexts((text) => regex.test(text))
  return (text, start, end) => holds(text.slice(start, end))
}

/** Holds where the other does not. */
export function negated(test: TextTest): TextTest {
  return (text, start, end) => !test(text, start, end)
}
