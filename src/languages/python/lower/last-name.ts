/** The last component of a dotted name: `check` of `self.rules.check`. Empty if it is no name. */
export function lastName(written: string): string {
  const word = written.slice(written.lastIndexOf('.') + 1)
  return /^\w+$/.test(word) ? word : ''
}
