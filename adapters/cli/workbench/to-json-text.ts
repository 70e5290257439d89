/** A value as indented JSON with a line end. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
