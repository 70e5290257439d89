/** The id in kebab-case. An id that is already taken gets a number. */
export function toRuleId(origin: string, taken: Set<string>): string {
  const plain = origin
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const base = plain === '' ? 'imported-rule' : plain
  let id = base
  for (let count = 2; taken.has(id); count++) id = `${base}-${count}`
  taken.add(id)
  return id
}

/** A title from the last part of an id: `lang.sql_injection` is "Sql injection". */
export function toTitle(origin: string): string {
  const words = (origin.split('.').at(-1) ?? origin).replace(/[^A-Za-z0-9]+/g, ' ').trim()
  return words === '' ? 'Imported rule' : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
