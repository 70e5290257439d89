/** What only dictionaries have, behind their name or before it. */
const USE = /\[|\.(?:get|items|values|keys)\(|\*\*(?=[A-Za-z_])/g

/** Longest path that is read back from a use. */
const MAX_PATH = 200

/** Names and paths (`x`, `self.x`) that are used as dictionaries somewhere in a text: what goes over one sees its keys alone. May hold lists that an index is asked of. */
export function dictionaryUses(text: string): ReadonlySet<string> {
  const used = new Set<string>()
  for (const { 0: use, index } of text.matchAll(USE)) {
    const path =
      use === '**'
        ? /^[\w.]*/.exec(text.slice(index + 2, index + 2 + MAX_PATH))
        : /(?<![\w.])[\w.]*$/.exec(text.slice(Math.max(0, index - MAX_PATH), index))
    if (path !== null && path[0] !== '') used.add(path[0])
  }
  return used
}
