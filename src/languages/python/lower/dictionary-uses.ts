import { BOUNDS } from '../../../model/bounds.ts'
/** Matches uses that only dictionaries have, before or after their name. */
const USE = /\[|\.(?:get|items|values|keys)\(|\*\*(?=[A-Za-z_])/g

/** Maximum length of a path before a use. */
const MAX_PATH = BOUNDS.dictionaryPath.value

/** Names and paths (`x`, `self.x`) that a text uses as dictionaries. A loop over them yields keys. Lists that are indexed may be among them. */
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
