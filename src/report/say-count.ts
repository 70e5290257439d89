import { toVisible } from './visible-text.ts'

/** `1 file`, `2 files`. */
export function sayCount(number: number, noun: string): string {
  return `${toVisible(String(number))} ${noun}${number === 1 ? '' : 's'}`
}
