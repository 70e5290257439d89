const MAX_NAMED = 6

/** Values in backticks, joined by a word. */
export function quoteList(values: readonly string[], word = 'and'): string {
  const shown = values.slice(0, MAX_NAMED).map((value) => `\`${value}\``)
  if (values.length > MAX_NAMED) return `${shown.join(', ')} ${word} ${values.length - MAX_NAMED} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${word} ${shown.at(-1) ?? ''}`
}
