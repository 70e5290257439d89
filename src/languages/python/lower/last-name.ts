/** The last name of a dotted one: `check` of `self.rules.check`. Empty where anything but a name stands there. */
export function lastName(written: string): string {
  const word = written.slice(written.lastIndexOf('.') + 1)
  return /^\w+$/.test(word) ? word : ''
}
