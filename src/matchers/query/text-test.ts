import { rememberTexts } from '../remember-texts.ts'

/** Looks at the text from `start` to `end` without cutting it out where that is not needed. */
export type TextTest = (text: string, start: number, end: number) => boolean

export function equalsText(value: string): TextTest {
  return (text, start, end) => end - start === value.length && text.startsWith(value, start)
}

export function isOneOf(values: readonly string[]): TextTest {
  const set = new Set(values)
  const shortest = Math.min(...values.map((value) => value.length))
  const longest = Math.max(...values.map((value) => value.length))
  return (text, start, end) => end - start >= shortest && end - start <= longest && set.has(text.slice(start, end))
}

export function matchesRegex(regex: { test(text: string): boolean }): TextTest {
  const holds = rememberTexts((text) => regex.test(text))
  return (text, start, end) => holds(text.slice(start, end))
}

export function negated(test: TextTest): TextTest {
  return (text, start, end) => !test(text, start, end)
}
