/** `1 file`, `2 files`. */
export function sayCount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
